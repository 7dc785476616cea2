import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { missingNames } from "./named-files.ts";

const ROOT = join(import.meta.dirname, "..");

test("every file that a document or a comment names exists", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT })
    .toString()
    .trim()
    .split("\n")
    .filter((file) => existsSync(join(ROOT, file)));
  const known = new Set(files.flatMap(withFolders));
  const missing = files
    .filter((file) => /\.(md|tsx?|mjs|cjs|css|sql|example)$/.test(file) && file !== "scripts/named-files.test.ts")
    .flatMap((file) =>
      missingNames(file, readFileSync(join(ROOT, file), "utf8"), known).map((name) => `${file} names ${name}`),
    );
  expect(missing).toEqual([]);
  // Reads every file, which takes longer than the default timeout of five seconds on a busy machine.
}, 60_000);

test.for([
  ["docs/a.md", "See [the start](../server/main.ts) and `server/old.ts`.", ["server/old.ts"]],
  ["docs/a.md", "`main.ts` opens what `roof.ts` made.", ["roof.ts"]],
  ["server/main.ts", 'import "./gone.ts"; // as server/rooms/ say', ["server/rooms"]],
  ["server/main.ts", "/**\n * As in docs/b.md.\n */", ["docs/b.md"]],
  ["docs/a.md", "supabase/auth does so; server/*.ts and VERSION_name.sql name no file.", []],
] as const)("in %s, %j names missing files", ([path, text, missing]) => {
  expect(missingNames(path, text, new Set(["docs", "docs/a.md", "server", "server/main.ts"]))).toEqual(missing);
});

function withFolders(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [file] : [file, ...withFolders(folder)];
}
