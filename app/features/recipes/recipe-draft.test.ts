import { expect, test } from "vitest";
import { aRecipeLine, aSize } from "#tests/a-recipe-line.ts";
import { formOf } from "#tests/form-of.ts";
import { isShown, packsFromText, packsText, readRecipeDraft, recipeDraftRows, recipeProblems } from "./recipe-draft.ts";

const { product: rice } = aRecipeLine();
const { product: callaloo } = aRecipeLine({}, { id: 8, name: "Callaloo", amount: null });
const sizes = [aSize(1, { value: 8, unit: "oz" }), aSize(2, { value: 2, unit: "lb" })];
const { product: stockfish } = aRecipeLine({}, { id: 9, name: "Stockfish", amount: null, sizes });

const read = (typed: Record<string, string>, products = [rice]) => readRecipeDraft(formOf(typed), products);

test("an amount is typed in any unit, and a count without one", () => {
  const amounts = { line_7_amount: "500 g", line_8_amount: "2", line_8_packs: ".1", line_9_amount: "1 lb" };
  const draft = read({ servings: "6", ...amounts, line_9_size: "2" }, [rice, callaloo, stockfish]);
  expect(recipeProblems(draft)).toEqual({});
  expect(draft.servings).toBe(6);
  expect(recipeDraftRows(draft.lines)).toEqual([
    { product_id: 7, size_id: null, amount: 17.637, unit: "oz", packs: null },
    { product_id: 8, size_id: null, amount: 2, unit: "each", packs: 0.1 },
    { product_id: 9, size_id: 2, amount: 1, unit: "lb", packs: null },
  ]);
});

test("without servings, an article only lists its products", () => {
  expect(read({ servings: " ", line_7_packs: "1" })).toMatchObject({ servings: null });
  expect(recipeProblems(read({ servings: "", line_7_packs: "1" }))).toEqual({});
});

test.for([
  [{ servings: "many", line_7_packs: "1" }, ["servings"]],
  [{ servings: "0", line_7_packs: "1" }, ["servings"]],
  [{ line_7_amount: "plenty" }, ["line_7_amount"]],
  [{ line_7_amount: "2 cups" }, ["line_7_amount"]],
  [{}, ["line_7_packs"]],
  [{ line_7_packs: "0" }, ["line_7_packs"]],
  [{ line_7_packs: "100" }, ["line_7_packs"]],
  [{ line_7_packs: "half" }, ["line_7_packs"]],
  [{ line_7_amount: "3" }, ["line_7_packs"]],
] as const)("a recipe with %o has an error", ([typed, wrong]) => {
  expect(Object.keys(recipeProblems(read(typed)))).toEqual(wrong);
});

test("if the shopper chooses the size, the amount has to fit every size", () => {
  expect(recipeProblems(read({ line_9_amount: "1 lb" }, [stockfish]))).toEqual({});
  const mixed = { ...stockfish, sizes: [...sizes, { ...aSize(3, { value: 1, unit: "each" }) }] };
  expect(Object.keys(recipeProblems(read({ line_9_amount: "1 lb" }, [mixed])))).toEqual(["line_9_packs"]);
  expect(recipeProblems(read({ line_9_amount: "1 lb", line_9_size: "1" }, [mixed]))).toEqual({});
});

test("the page shows a recipe once it is complete, in order", () => {
  const draft = read({ servings: "6", line_7_amount: "1 lb", line_8_packs: "1" }, [rice, callaloo]);
  const shown = [aRecipeLine({ amount: { value: 1, unit: "lb" } }), aRecipeLine({ packs: 1 }, { id: 8 })];
  expect(isShown(draft, { servings: 6, lines: shown })).toBe(true);
  expect(isShown(draft, { servings: 4, lines: shown })).toBe(false);
  expect(isShown(draft, { servings: 6, lines: shown.toReversed() })).toBe(false);
});

test.each([
  ["2", 2],
  [" 0.5 ", 0.5],
  ["1/2", 0.5],
  ["½", 0.5],
  ["1 1/2", 1.5],
  ["1½", 1.5],
  ["1 / 3", 0.333],
  ["1/10", 0.1],
  ["11/2", 5.5],
])("packs typed as %s are %d", (text, packs) => {
  expect(packsFromText(text)).toBe(packs);
});

test.each(["half", "1/0", "½½", "1/", "", "-1/2"])("%s is not a number of packs", (text) => {
  expect(packsFromText(text)).toBeNull();
});

test.each([
  [null, ""],
  [2, "2"],
  [0.5, "½"],
  [1.25, "1 ¼"],
  [0.333, "⅓"],
  [0.1, "1/10"],
  [0.15, "0.15"],
])("%s packs are written as people write them", (packs, text) => {
  expect(packsText(packs)).toBe(text);
  if (packs !== null) expect(packsFromText(text)).toBe(packs);
});
