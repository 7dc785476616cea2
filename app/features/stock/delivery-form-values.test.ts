import { expect, test } from "vitest";
import {
  addedSince,
  addItem,
  changeLine,
  deliveryTotals,
  EMPTY_DELIVERY,
  splitLine,
  validateDelivery,
} from "./delivery-form-values.ts";
import type { StockItem } from "./stock-item.ts";

const yam: StockItem = {
  productId: 7,
  sizeId: null,
  name: "Puna Yam",
  sizeLabel: null,
  isHidden: false,
  stockCount: 4,
  reservedCount: 0,
  lastCostCents: 325,
  lastMovementId: null,
};
const small: StockItem = { ...yam, productId: 8, sizeId: 1, name: "Gown", sizeLabel: "S", stockCount: null };

test("scanning a product again adds one to its line and keeps the form's request key", () => {
  const first = addItem(EMPTY_DELIVERY, yam);
  expect(first.lines).toMatchObject([{ id: 1, quantity: "1", cost: "3.25", isCounted: true, startsCounting: false }]);
  expect(first.requestKey).toMatch(/^[0-9a-f-]{36}$/);
  const second = addItem(first, yam);
  expect(second).toMatchObject({ requestKey: first.requestKey, lines: [{ quantity: "2" }] });
  expect(addItem(second, small).lines.map(({ id, quantity, isCounted }) => [id, quantity, isCounted])).toEqual([
    [1, "2", true],
    [2, "1", false],
  ]);
});

test("a second best-before date of a product gets its own line, which later scans raise", () => {
  const { lines, requestKey } = addItem(addItem(EMPTY_DELIVERY, yam), small);
  const split = splitLine(changeLine(lines, 1, { bestBefore: "2026-12-03", quantity: "5" }), 1);
  expect(split.map(({ id, name, quantity, bestBefore }) => [id, name, quantity, bestBefore])).toEqual([
    [1, "Puna Yam", "5", "2026-12-03"],
    [3, "Puna Yam", "", ""],
    [2, "Gown", "1", ""],
  ]);
  expect(addItem({ lines: split, requestKey }, yam).lines.map(({ quantity }) => quantity)).toEqual(["5", "1", "1"]);
});

test.for([
  [{ quantity: "" }, { "quantity-1": "A whole number, 1 or more." }],
  [{ quantity: "0" }, { "quantity-1": "A whole number, 1 or more." }],
  [{ quantity: "100000" }, { "quantity-1": "A whole number, 1 or more." }],
  [{ cost: "abc" }, { "cost-1": "“abc” is not an amount. Enter dollars and cents, such as 4.99." }],
  [{ cost: "-1" }, { "cost-1": "Not below zero." }],
  [{ bestBefore: "0026-12-03" }, { "bestBefore-1": "Check the year." }],
  [{ bestBefore: "12026-12-03" }, { "bestBefore-1": "Check the year." }],
  [{ cost: "", quantity: "1,200", bestBefore: "2026-12-03" }, {}],
  [{ cost: " ", quantity: "99999" }, {}],
] as const)("a line with %j has the errors %j", ([change, errors]) => {
  const { lines } = addItem(EMPTY_DELIVERY, yam);
  expect(validateDelivery({ ...EMPTY_DELIVERY, lines: changeLine(lines, 1, change) })).toEqual(errors);
});

test("the total counts units and cost, and names lines without a cost", () => {
  expect(
    deliveryTotals(
      changeLine(addItem(addItem(EMPTY_DELIVERY, yam), { ...small, lastCostCents: null }).lines, 1, { quantity: "12" }),
    ),
  ).toEqual({ unitCount: 13, costCents: 3900, unknownCount: 1 });
});

test("what is scanned while a delivery is received is a new delivery", () => {
  const received = { ...EMPTY_DELIVERY, supplierId: "3", ...addItem(addItem(EMPTY_DELIVERY, yam), yam) };
  const later = { ...received, ...addItem(addItem(addItem(received, yam), small), yam) };
  const rest = addedSince(received, later);
  expect(rest).toMatchObject({
    supplierId: "3",
    lines: [
      { id: 1, quantity: "2" },
      { id: 2, quantity: "1" },
    ],
  });
  expect(rest.requestKey).not.toBe(received.requestKey);
  expect(addedSince(received, received)).toEqual(EMPTY_DELIVERY);
  expect(addedSince(received, { ...received, note: "One box wet" })).toEqual({
    ...EMPTY_DELIVERY,
    note: "One box wet",
  });
});
