import { expect, test } from "vitest";
import { CUT } from "#tests/a-product-summary.ts";
import {
  addPosProduct,
  changePrice,
  customerName,
  draftProblems,
  EMPTY_DRAFT,
  likelyCash,
  lineCents,
  type PosItem,
  type PosLine,
  productKey,
  setQuantity,
  timesTyped,
  withChoices,
} from "./pos-order.ts";

const yam: PosItem = {
  productId: 1,
  size: null,
  choiceGroups: [],
  choiceIds: [],
  name: "Puna Yam",
  imageUrl: "",
  unitPriceCents: 1799,
  weight: null,
  addedCents: 0,
  isSoldOut: false,
};
const dress = { ...yam, productId: 2, size: { id: 7, label: "M" }, name: "Dress" };

test("adding a product again raises its quantity, and a quantity of 0 removes the line", () => {
  const lines = addPosProduct(addPosProduct(addPosProduct([], yam), dress), yam);
  expect(lines.map(({ name, quantity }) => [name, quantity])).toEqual([
    ["Puna Yam", 2],
    ["Dress", 1],
  ]);
  expect(setQuantity(lines, productKey(yam), 0).map(({ name }) => name)).toEqual(["Dress"]);
  expect(setQuantity(lines, productKey(dress), 5000).at(-1)?.quantity).toBe(999);
});

test("a weighed piece gets its own line, priced by its weight", () => {
  const leg = {
    ...yam,
    name: "Goat Leg",
    unitPriceCents: 5495,
    weight: { poundsEach: 5, tolerancePercent: 10, perPoundCents: 999 },
  };
  const two = addPosProduct(addPosProduct(addPosProduct([], leg), leg, 4.62), leg, 4.62);
  expect(two.map((line) => [line.quantity, line.pounds, lineCents(line)])).toEqual([
    [1, null, 5495],
    [1, 4.62, 4615],
    [1, 4.62, 4615],
  ]);
  expect(new Set(two.map(({ key }) => key)).size).toBe(3);
  expect(lineCents({ ...two[1], addedCents: 150 } as PosLine)).toBe(4765);
});

test("a line with a lower price stays apart from the product's other pieces", () => {
  const cheaper = changePrice(addPosProduct([], yam, null, 2), productKey(yam), { priceCents: 1500, reason: "Dented" });
  expect(addPosProduct(cheaper, yam).map((line) => [line.quantity, lineCents(line)])).toEqual([
    [2, 3000],
    [1, 1799],
  ]);
});

test("two lines of one product with the same lower price can be changed separately", () => {
  const dented = { priceCents: 1500, reason: "Dented" };
  const first = changePrice(addPosProduct([], yam), productKey(yam), dented);
  const both = changePrice(addPosProduct(first, yam), productKey(yam), dented);
  expect(setQuantity(both, both[1]?.key ?? "", 0)).toEqual([both[0]]);
});

test("two sizes of one product are two lines", () => {
  expect(addPosProduct(addPosProduct([], dress), { ...dress, size: { id: 8, label: "L" } })).toHaveLength(2);
});

test.for([
  [1998, [2000, 4000]],
  [7476, [8000, 10_000]],
  [4000, [6000]],
] as const)("%d cents are likely paid with %j", ([due, notes]) => {
  expect(likelyCash(due)).toEqual(notes);
});

test.for([
  ["3 * yam", 3, "yam"],
  ["12*", 12, ""],
  [" yam ", 1, "yam"],
  ["0 * yam", 1, "0 * yam"],
] as const)("%j is %d of %j", ([typed, quantity, words]) => {
  expect(timesTyped(typed)).toEqual({ quantity, words });
});

test("a walk-in needs no name, an order for later or for delivery does", () => {
  expect(customerName(EMPTY_DRAFT)).toBe("Walk-in");
  expect(customerName({ ...EMPTY_DRAFT, name: " Kwame " })).toBe("Kwame");
  expect(draftProblems(EMPTY_DRAFT, true)).toEqual({});
  expect(draftProblems({ ...EMPTY_DRAFT, windowStartsAt: "2026-11-26T15:00:00Z" }, true)).toEqual({
    name: "Enter the customer's name.",
  });
});

test("a phone number and an email address are checked, and a delivery needs an address", () => {
  expect(draftProblems({ ...EMPTY_DRAFT, name: "Kwame" }, true)).toEqual({});
  expect(draftProblems({ ...EMPTY_DRAFT, phone: "123", email: "kwame" }, false)).toEqual({
    phone: "Phone number must be 10 digits",
    email: "Please enter a valid email address.",
  });
  expect(Object.keys(draftProblems({ ...EMPTY_DRAFT, kind: "delivery" }, true))).toEqual(
    "name phone zip street windowStartsAt".split(" "),
  );
});

test("a product prepared in two ways is two lines, each with its name and price", () => {
  const goat = { ...yam, name: "Goat Leg", unitPriceCents: 1000, choiceGroups: [CUT] };
  const lines = addPosProduct(addPosProduct([], withChoices(goat, [12])), withChoices(goat, [11]));
  expect(lines.map(({ name, unitPriceCents, choiceIds }) => [name, unitPriceCents, choiceIds])).toEqual([
    ["Goat Leg (Cut: small pieces)", 1150, [12]],
    ["Goat Leg (Cut: whole)", 1000, [11]],
  ]);
});
