import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface LockEntry {
  resolved?: string;
  link?: boolean;
}

test("the lockfile names no registry, and only links to packages/ are resolved", () => {
  const file = join(import.meta.dirname, "..", "package-lock.json");
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockEntry> };
  const resolved = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined);
  expect(resolved.map(([path, entry]) => [path, entry.resolved, entry.link])).toEqual([
    ["node_modules/@calabash/build-tools", "packages/build-tools", true],
    ["node_modules/@calabash/data-service", "packages/data-service", true],
    ["node_modules/@calabash/stripe-sandbox", "packages/stripe-sandbox", true],
  ]);
});
