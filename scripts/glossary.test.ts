import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findOldWords, readCheckedWords } from "./glossary.ts";

const ROOT = join(import.meta.dirname, "..");
const words = readCheckedWords(readFileSync(join(ROOT, "docs", "glossary.md"), "utf8"));
/** Files that handle the old names. */
const EXEMPT = /^scripts\/glossary\./;

test("no declared name or file name contains a checked word of the glossary", () => {
  expect(words.length).toBeGreaterThan(20);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
    .toString()
    .split("\n")
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !EXEMPT.test(file) && existsSync(join(ROOT, file)));
  const found = files.flatMap((file) =>
    findOldWords(file, readFileSync(join(ROOT, file), "utf8"), words).map((name) => `${file}: ${name}`),
  );
  expect(found, "docs/glossary.md has the words to use").toEqual([]);
});

test.for([
  ["app/read-usuals.ts", "", ["read-usuals.ts"]],
  ["app/a.ts", "export function readUsuals() {}\nconst unusual = 1;", ["readUsuals"]],
  ["app/a.ts", "interface Day {\n  daySheet: string;\n  sheetDay: string;\n}", ["daySheet"]],
  ["a.sql", "create function private.day_sheet() returns text", ["day_sheet"]],
  ["a.sql", "create table public.a (\n  usuals text not null\n);", ["usuals"]],
] as const)("in %s, %j has the old words %j", ([path, text, old]) => {
  expect(findOldWords(path, text, [["usuals"], ["day", "sheet"]])).toEqual(old);
});
