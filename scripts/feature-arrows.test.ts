import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import arrows from "./feature-arrows.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const FEATURES = join(ROOT, "app", "features");

test("the arrows between features are those that the features use, and no others", () => {
  const used = Object.fromEntries(listFolders(FEATURES).map((feature) => [feature, usedBy(feature)]));
  const allowed = Object.fromEntries(
    Object.entries(arrows).map(([feature, others]) => [feature, [...others].sort()]),
  );
  expect(allowed).toEqual(used);
});

test("the architecture's page names the same arrows", () => {
  const page = readFileSync(join(ROOT, "docs", "architecture.md"), "utf8");
  const [, block = ""] = /Features use[^`]*(?:`[^`\n]+`[^`]*)*```text\n([^`]+)```/.exec(page) ?? [];
  const named = block
    .trim()
    .split(/\n|\s{3,}/)
    .flatMap((arrow) => {
      const [from = "", to = ""] = arrow.split(" → ");
      const others = to === "nothing" ? [] : to.split(", ").sort();
      return from.split(", ").map((feature) => [feature, others] as const);
    });
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(Object.entries(arrows).map(([feature, others]) => [feature, [...others].sort()])),
  );
});

function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function usedBy(feature: string): string[] {
  const files = readdirSync(join(FEATURES, feature), { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const named = files.flatMap((name) => [
    ...readFileSync(join(FEATURES, feature, name), "utf8").matchAll(/["']#app\/features\/([^/"']+)\//g),
  ]);
  return [...new Set(named.map(([, other]) => other ?? ""))].filter((other) => other !== feature).sort();
}
