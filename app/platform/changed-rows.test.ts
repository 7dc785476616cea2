import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changedRows } from "./changed-rows.ts";

const APP = join(import.meta.dirname, "..");

/** Tables in which an update or delete may match no row. */
const MAY_CHANGE_NOTHING = ["push_subscriptions", "saved_carts", "saved_preferences"];

/** Ordered products are hidden instead of deleted, so this file checks with a read afterwards. */
const LOOKS_AGAIN = ["product-tools.tsx"];

test("a write that changed no row is an error with a message for users", () => {
  expect(changedRows({ data: [{ id: 1 }], error: null }, "This zone")).toEqual([{ id: 1 }]);
  expect(() => changedRows({ data: [], error: null }, "This zone")).toThrow(
    "This zone no longer exists. Reload the page.",
  );
  expect(() => changedRows({ data: null, error: { code: "42501", message: "no" } }, "This zone")).toThrow("no");
});

test("every update and delete of a table returns the rows that it changed", () => {
  const unchecked: string[] = [];
  let count = 0;
  for (const file of globSync("**/*.{ts,tsx}", { cwd: APP, exclude: ["**/*.test.ts"] })) {
    const text = readFileSync(join(APP, file), "utf8");
    if (!/\brest\b/.test(text) || LOOKS_AGAIN.some((name) => file.endsWith(name))) continue;
    for (const { index } of text.matchAll(/(?<!\belement)\.(?:update\(|delete\(\))/g)) {
      const start = Math.max(text.lastIndexOf(";", index), text.lastIndexOf("{\n", index), 0);
      const statement = text.slice(start, text.indexOf(";", index));
      count += 1;
      // If filters are added to a variable later, search the code after the statement, too.
      const after = /const known = data\.rest/.test(statement) ? text.slice(index, index + 600) : statement;
      if (!/\.select[<(]/.test(after) && !MAY_CHANGE_NOTHING.some((table) => statement.includes(`"${table}"`))) {
        unchecked.push(`${file}: ${statement.trim()}`);
      }
    }
  }
  expect(count).toBeGreaterThan(25);
  expect(unchecked).toEqual([]);
});
