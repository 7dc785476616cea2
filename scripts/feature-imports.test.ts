import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import layers from "./feature-imports.json" with { type: "json" };

/** Features that each feature imports, by layer, lowest layer first. */
const LAYERS: readonly Record<string, readonly string[]>[] = layers;
const ROOT = join(import.meta.dirname, "..");
const FEATURES = join(ROOT, "app", "features");

test("the list of feature imports names exactly the imports of the features", () => {
  const used = Object.fromEntries(listFolders(FEATURES).map((feature) => [feature, importsOf(feature)]));
  expect(Object.assign({}, ...LAYERS), "change scripts/feature-imports.json, or join the features in a route").toEqual(
    used,
  );
});

test("each feature imports only features of lower layers", () => {
  const upward = LAYERS.flatMap((layer, level) => {
    const lower = new Set(LAYERS.slice(0, level).flatMap((below) => Object.keys(below)));
    return Object.entries(layer).flatMap(([feature, others]) =>
      others.filter((other) => !lower.has(other)).map((other) => `${feature} → ${other}`),
    );
  });
  expect(upward).toEqual([]);
});

test("features import at most 100 others in all", () => {
  expect(LAYERS.flatMap((layer) => Object.values(layer).flat()).length).toBeLessThanOrEqual(100);
});

test("no feature has more than 60 files", () => {
  expect(listFolders(FEATURES).filter((feature) => listFiles(feature).length > 60)).toEqual([]);
});

function listFolders(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function listFiles(feature: string): string[] {
  return readdirSync(join(FEATURES, feature), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.includes("."),
  );
}

function importsOf(feature: string): string[] {
  const files = listFiles(feature).filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  const named = files.flatMap((name) => [
    ...readFileSync(join(FEATURES, feature, name), "utf8").matchAll(/["']#app\/features\/([^/"']+)\//g),
  ]);
  return [...new Set(named.map(([, other]) => other ?? ""))].filter((other) => other !== feature).sort();
}
