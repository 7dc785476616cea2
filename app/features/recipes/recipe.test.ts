import { expect, test } from "vitest";
import type { Amount } from "#app/values/amount.ts";
import { aRecipeLine, aSize } from "#tests/a-recipe-line.ts";
import { amountNeeded, packsNeeded, servingChoices } from "./recipe.ts";

test.for<[needed: Amount, pack: Amount, times: number, packs: number]>([
  [{ value: 1.3, unit: "lb" }, { value: 20, unit: "lb" }, 1, 1],
  [{ value: 2, unit: "lb" }, { value: 12, unit: "oz" }, 1, 3],
  [{ value: 8, unit: "oz" }, { value: 1, unit: "lb" }, 2, 1],
  [{ value: 8, unit: "oz" }, { value: 1, unit: "lb" }, 3, 2],
  [{ value: 3, unit: "each" }, { value: 4, unit: "ct" }, 1.5, 2],
  [{ value: 0.1, unit: "lb" }, { value: 0.3, unit: "lb" }, 3, 1],
  [{ value: 1, unit: "oz" }, { value: 5, unit: "lb" }, 0.25, 1],
])("%o of packs of %o, %s times: %s packs", ([amount, pack, times, packs]) => {
  expect(packsNeeded(aRecipeLine({ amount }, { amount: pack }), times)).toBe(packs);
});

test("if pack and recipe have different units, the typed number of packs counts", () => {
  const peppers = { amount: { value: 2, unit: "each" }, packs: 1 } as const;
  expect(packsNeeded(aRecipeLine(peppers, { amount: { value: 8, unit: "oz" } }), 1)).toBe(1);
  expect(packsNeeded(aRecipeLine(peppers, { amount: null }), 3)).toBe(3);
  expect(packsNeeded(aRecipeLine({ amount: null, packs: 2 }), 0.25)).toBe(1);
  expect(packsNeeded(aRecipeLine({ amount: null, packs: 0.1 }), 4)).toBe(1);
});

test("packs are counted in the chosen size", () => {
  const [small, large] = [aSize(1, { value: 8, unit: "oz" }), aSize(2, { value: 2, unit: "lb" })];
  const line = aRecipeLine({ amount: { value: 1, unit: "lb" } }, { sizes: [small, large] });
  expect(packsNeeded({ ...line, size: small }, 1)).toBe(2);
  expect(packsNeeded({ ...line, size: large }, 1)).toBe(1);
  expect(packsNeeded(line, 1, small)).toBe(2);
});

test("amounts are scaled to the servings and rounded to kitchen measures", () => {
  const needed = (value: number, unit: Amount["unit"], times: number) =>
    amountNeeded({ amount: { value, unit } }, times);
  expect(needed(1.3, "lb", 1)).toBe("1.3 lb");
  expect(needed(1.3, "lb", 4 / 6)).toBe("0.87 lb");
  expect(needed(19, "oz", 10 / 4)).toBe("47.5 oz");
  expect(needed(2, "each", 2)).toBe("4");
  expect(needed(0.001, "oz", 0.1)).toBe("0.01 oz");
  expect(amountNeeded({ amount: null }, 2)).toBeNull();
});

test("servings range from one up to four times the recipe's own", () => {
  expect(servingChoices(6)).toEqual([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]);
  expect(servingChoices(7)).toContain(7);
  expect(servingChoices(1)).toEqual([1, 2, 3, 4]);
});
