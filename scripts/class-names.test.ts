import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shortClassName } from "./class-names.ts";

const ROOT = join(import.meta.dirname, "..");

test("each class of each CSS module has a name of its own, which does not start like a number", () => {
  const names = globSync("app/**/*.module.css", { cwd: ROOT }).flatMap((file) => {
    const css = readFileSync(join(ROOT, file), "utf8");
    const rules = css.replaceAll(/\/\*.*?\*\//gs, "");
    const classes = new Set([...rules.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name]) => name ?? ""));
    return [...classes].map((name) => shortClassName(name, join(ROOT, file), css));
  });
  expect(names.length).toBeGreaterThan(500);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^_[0-9a-z]+-[0-9a-z]+$/.test(name))).toEqual([]);
});

test("a file outside of the store's folders is an error", () => {
  expect(() => shortClassName("row", "/elsewhere/row.module.css", ".row {}")).toThrow("not a CSS module");
});
