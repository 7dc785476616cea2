import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import featureImports from "./feature-imports.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const FEATURES = join(ROOT, "app", "features");

test("the list of feature imports names exactly those that the features use", () => {
  const used = Object.fromEntries(listFolders(FEATURES).map((feature) => [feature, importsOf(feature)]));
  expect(sorted(featureImports)).toEqual(used);
});

test("docs/architecture.md names the same feature imports", () => {
  const page = readFileSync(join(ROOT, "docs", "architecture.md"), "utf8");
  const [, block = ""] = /Features import[^`]*(?:`[^`\n]+`[^`]*)*```text\n([^`]+)```/.exec(page) ?? [];
  const documented = block
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      const [from = "", to = ""] = line.split(" → ");
      const imported = to === "nothing" ? [] : to.split(", ");
      return from.split(", ").map((feature) => [feature, imported] as const);
    });
  expect(sorted(Object.fromEntries(documented))).toEqual(sorted(featureImports));
});

function sorted(imports: Record<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(imports).map(([feature, others]) => [feature, [...others].sort()]),
  );
}

function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function importsOf(feature: string): string[] {
  const files = readdirSync(join(FEATURES, feature), { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const named = files.flatMap((name) => [
    ...readFileSync(join(FEATURES, feature, name), "utf8").matchAll(/["']#app\/features\/([^/"']+)\//g),
  ]);
  return [...new Set(named.map(([, other]) => other ?? ""))].filter((other) => other !== feature).sort();
}
