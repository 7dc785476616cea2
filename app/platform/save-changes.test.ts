import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const APP = join(import.meta.dirname, "..");

/**
 * Updates that do not compare the saved value with the one that was read, by table or function, each with the reason. A
 * form that edits something saved never belongs here: use `saveMerged` with `rowWriter` or `listResult`.
 */
const UNCONDITIONAL: Record<string, string> = {
  billing_details: "the billing form of one payment, written as a whole: two addresses must not mix",
  saved_billing: "a copy of the billing form of the last payment, as a whole",
  saved_preferences: "one choice, exactly as pressed",
  saved_carts: "the cart of this device, which merges carts itself",
  save_address: "adds an address, or marks an identical one as used",
  quantity_prices: "ends a price now, or undoes that",
  offers: "ends an offer now, or undoes that",
  suppliers: "archives or restores, exactly as pressed",
  category_snap_rules: "one choice, exactly as pressed",
  category_tax_classes: "one choice, exactly as pressed",
  store_settings: "the tax class of delivery: one choice, exactly as pressed",
  tax_rates: "adds a rate, which replaces one of the same day",
  tax_exceptions: "adds an exception",
  set_tax_exemption: "adds an exemption",
  set_delivery_fee: "one amount, which the customer gets by email",
  set_order_window: "one choice, exactly as pressed",
  set_order_texts: "turns texts on, exactly as pressed",
};

/** Functions that compare by themselves: each change names the value that it replaces. */
const COMPARES = ["save_changes", "save_product_cells"];

type Update = { file: string; target: string; text: string };

function listUpdates(): Update[] {
  return globSync("**/*.{ts,tsx}", { cwd: APP, exclude: ["**/*.test.ts"] }).flatMap((file) => {
    const text = readFileSync(join(APP, file), "utf8");
    const statement = (index: number) => {
      const start = Math.max(text.lastIndexOf(";", index), text.lastIndexOf("=> {\n", index), 0);
      return text.slice(start, text.indexOf(";", index));
    };
    const rows = [...text.matchAll(/\.(?:update|upsert)\(/g)].map(({ index }) => ({
      file,
      // The table is named in the statement, or in a variable before it.
      target: /.*\.from\("(\w+)"\)/s.exec(text.slice(0, index))?.[1] ?? "",
      text: statement(index),
    }));
    const calls = [...text.matchAll(/(?:\.rpc|runCommand)\(\s*"((?:save|set|sort|order)_\w+)"/g)].map(
      ({ index, 1: target = "" }) => ({ file, target, text: statement(index) }),
    );
    return [...rows, ...calls];
  });
}

test("every update is conditional on the value that was read, or its reason is listed", () => {
  const updates = listUpdates();
  expect(updates.length).toBeGreaterThan(25);
  const isConditional = ({ target, text }: Update) =>
    COMPARES.includes(target) || /\bexpected\b/.test(text) || /\bgroup_id: null\b/.test(text);
  expect(updates.filter((update) => !isConditional(update) && !(update.target in UNCONDITIONAL))).toEqual([]);
  const used = new Set(updates.filter((update) => !isConditional(update)).map(({ target }) => target));
  expect(Object.keys(UNCONDITIONAL).filter((target) => !used.has(target))).toEqual([]);
});
