import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readCode } from "@calabash/data-service/database";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { readShopSchema } from "#server/database/shop-schema.ts";

const ROOT = join(import.meta.dirname, "..");
const MAX_LINES = 120;
const MAX_SQL_LINES = 100;
/** A function in SQL, up to the end of its body. */
const SQL_FUNCTION = /^create (?:or replace )?function [\s\S]*?(?:\$\$[\s\S]*?\$\$;|^return [\s\S]*?;)$/gm;
const FUNCTION =
  /^(Function(Declaration|Expression)|ArrowFunctionExpression|ClassMethod|PrivateMethod|MethodProperty)$/;

interface Node {
  type: string;
  span: { start: number; end: number };
  identifier?: { value: string };
}

test("functions have 120 lines at most", () => {
  const files = execFileSync("git", ["ls-files", "app", "server", "packages"], { cwd: ROOT }).toString().split("\n");
  const found = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) =>
      longFunctions(readFileSync(join(ROOT, file), "utf8"), file.endsWith("x")).map((name) => `${file}: ${name}`),
    );
  expect(found).toEqual([]);
  expect(longFunctions(`const isShort = () => {};\nfunction Long() {${"\n".repeat(MAX_LINES)}}`, false)).toEqual([
    "Long",
  ]);
});

test("SQL functions have 100 lines at most", () => {
  const functions = readCode(readShopSchema().text).filter(({ kind }) => kind === "function");
  expect(functions.flatMap(({ text }) => longSqlFunctions(text))).toEqual([]);
  const planted = `create function public.f() returns int as $$\n${"\n".repeat(MAX_SQL_LINES)}$$;`;
  expect(longSqlFunctions(planted)).toEqual(["create function public.f() returns int as $$"]);
});

function longSqlFunctions(text: string): string[] {
  const found = [...text.matchAll(SQL_FUNCTION)].map(([body]) => body.split("\n"));
  if (found.length === 0) throw new Error(`no function in ${text}`);
  return found.filter(({ length }) => length > MAX_SQL_LINES).map(([first = ""]) => first);
}

function longFunctions(source: string, tsx: boolean): string[] {
  // Positions count from the first token of the first file that was parsed, so this one starts with a token.
  const text = `;${source}`;
  const bytes = Buffer.from(text);
  const module = parseSync(text, { syntax: "typescript", tsx });
  const found: string[] = [];
  JSON.stringify(module, (_, value: unknown) => {
    const node = value as Node | null;
    if (node?.span && FUNCTION.test(node.type)) {
      const [start, end] = [node.span.start, node.span.end].map((at) => at - module.span.start);
      const lineCount = bytes.subarray(start, end).toString().split("\n").length;
      if (lineCount > MAX_LINES) found.push(node.identifier?.value ?? `${lineCount} lines`);
    }
    return value;
  });
  return found;
}
