import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listMigrations, sha256 } from "@calabash/data-service/database";
import { expect, test } from "vitest";
import releases from "#supabase/releases.json" with { type: "json" };
import { findPreviousRelease, git, readReleaseSchema, readVersion } from "./test-environment/previous-release.ts";

const ROOT = join(import.meta.dirname, "..");

test.for(["packages/data-service/database/schema", "supabase/changes"])(
  "every file of %s has a unique number, because only one per number is applied",
  (folder) => {
    const numbers = listMigrations(join(ROOT, folder)).map(({ version }) => version);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  },
);

const CONTRACT = /^-- contract: \S/m;

/** Returns the names that a migration drops or renames and does not create again. */
function removedNames(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, "").toLowerCase();
  const dropped = /\bdrop (table|view|materialized view|function|type|column)( if exists)? ([\w.]+)/g;
  const renamed = /\brename (column |constraint )?([\w.]+) to |\brename to ([\w.]+)/g;
  return [
    ...[...text.matchAll(dropped)]
      .filter(
        ([, kind, , name]) =>
          !text.includes(`create ${kind} ${name}`) && !text.includes(`create or replace ${kind} ${name}`),
      )
      .map(([, , , name = ""]) => name),
    ...[...text.matchAll(renamed)].map(([, , column, table]) => column ?? table ?? ""),
  ];
}

test.for([
  ["alter table public.orders drop column note;", ["note"]],
  ["alter table public.orders rename column note to remark;", ["note"]],
  ["alter table public.orders rename to purchases;", ["purchases"]],
  ["drop table if exists public.old_table;\ndrop view public.old_view;", ["public.old_table", "public.old_view"]],
  ["drop function public.quote(bigint);\ncreate function public.quote(bigint, text) returns text", []],
  ["drop index public.orders_created_at; -- drop table x", []],
  ["create trigger rename_customer after update on public.profiles", []],
] as const)("the migration %j removes %j", ([sql, names]) => {
  expect(removedNames(sql)).toEqual(names);
});

test("a change that drops or renames what the previous version uses is marked as a contract", () => {
  const folder = join(ROOT, "supabase", "changes");
  const unmarked = listMigrations(folder).flatMap(({ file }) => {
    const sql = readFileSync(join(folder, file), "utf8");
    return CONTRACT.test(sql) ? [] : removedNames(sql).map((name) => `${file}: ${name}`);
  });
  expect(unmarked).toEqual([]);
});

test("a change of a release stays as it was released", (context) => {
  const previous = findPreviousRelease();
  if (previous === null) return context.skip("git has no previous release here: fetch its history");
  expect(git("diff", "--name-status", "--diff-filter=MDR", previous, "--", "supabase/changes")).toBe("");
});

test("the schema of the previous release is listed, so that its backups can be restored", (context) => {
  const previous = findPreviousRelease();
  if (previous === null) return context.skip("git has no previous release here: fetch its history");
  const { text, hasBaseline } = readReleaseSchema(previous);
  if (!hasBaseline) return context.skip("releases have a schema of their own since 1.0.0");
  const version = readVersion(previous);
  expect({ [version]: Object(releases)[version] }).toEqual({ [version]: sha256(text) });
});
