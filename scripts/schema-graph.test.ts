import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LOAD_ORDER } from "#supabase/load-order.ts";
import { folderOf, listFloors, listScattered, listSchemaUses, listUpwardUses, readSchemaFile } from "./schema-graph.ts";
import schemaImports from "./schema-imports.json" with { type: "json" };

interface Floor {
  owns: string;
  /** Test file or folder with the rules of this folder. */
  tests: string;
  /** Folders that it uses, each with the reason. */
  uses: Record<string, string>;
}

const ROOT = join(import.meta.dirname, "..");
const FLOORS: Record<string, Floor> = schemaImports;
/** Every folder may use these: sessions, roles, the audit log, settings, and helpers. */
const FOUNDATION = ["base", "accounts", "staff", "settings"];
const uses = listSchemaUses();

test("a schema file uses only files below it, so no files use each other", () => {
  expect(listUpwardUses(LOAD_ORDER, uses), "move the function to a later file of supabase/load-order.ts").toEqual([]);
});

test("the files of a schema folder follow each other, so no folders use each other", () => {
  const folders = LOAD_ORDER.map(folderOf).filter((folder, place, all) => folder !== all[place - 1]);
  expect(folders).toEqual([...new Set(folders)]);
});

test("scripts/schema-imports.json names exactly the schema folders and what they use, lowest first", () => {
  const used = [...listFloors(LOAD_ORDER, uses)].map(([folder, others]) => [
    folder,
    others.filter((other) => !FOUNDATION.includes(other)),
  ]);
  expect(Object.entries(FLOORS).map(([folder, floor]) => [folder, Object.keys(floor.uses)])).toEqual(used);
  for (const { tests } of Object.values(FLOORS)) expect([tests, existsSync(join(ROOT, tests))]).toEqual([tests, true]);
});

test("docs/architecture.md lists the schema folders, lowest first", () => {
  const [, list = ""] =
    /## Floors of the schema[\s\S]*?```text\n([\s\S]*?)```/.exec(
      readFileSync(join(ROOT, "docs/architecture.md"), "utf8"),
    ) ?? [];
  expect(list.trim().split(/,\s+/)).toEqual(Object.keys(FLOORS));
});

test("comments, indexes, grants, policies, and triggers stand behind their table or function", () => {
  expect(LOAD_ORDER.flatMap((file) => listScattered(readSchemaFile(file)).map((line) => `${file}: ${line}`))).toEqual(
    [],
  );
  const planted =
    "create table public.runs ();\ncreate function public.run() as $$ $$;\ncomment on table public.runs is 'Runs.';";
  expect(listScattered(planted)).toEqual(["comment on table public.runs is 'Runs.';"]);
});

test("an upward use and a cycle are reported", () => {
  const texts: Record<string, string> = {
    "base/jobs.sql": "create table public.jobs ();\ncreate function public.run() as $$ select * from public.orders $$;",
    "orders/orders.sql":
      "create table public.orders (job public.jobs);\n-- public.runs\ncomment on table public.orders is 'public.runs';",
    "runs/runs.sql":
      "create table public.runs ();\ncreate trigger log after insert on public.orders execute function public.run();",
  };
  const files = Object.keys(texts);
  const planted = listSchemaUses(files, (file) => texts[file] ?? "");
  expect(listUpwardUses(files, planted)).toEqual([
    "base/jobs.sql uses public.orders of orders/orders.sql, which is above it",
  ]);
  expect([...listFloors(files, planted)]).toEqual([
    ["base", ["orders"]],
    ["orders", ["base"]],
    ["runs", ["base", "orders"]],
  ]);
});
