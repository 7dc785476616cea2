import { expect, test } from "vitest";
import { aProductSize, aProductSummary } from "#tests/a-product-summary.ts";
import { buyAgainFromRows, cardOf } from "./buy-again-queries.ts";

const size = (id: number, label: string, priceCents: number) => aProductSize({ id, label, priceCents });

const aProduct = (id: number, sizes: ReturnType<typeof size>[] = []) =>
  aProductSummary({ id, prefix: "wears", name: `No. ${id}`, priceCents: 500, sizes });

test("buy-again products keep their order and sizes, without those no longer for sale", () => {
  const [gown, yam] = [aProduct(1, [size(11, "M", 900), size(12, "L", 950)]), aProduct(2)];
  const rows = [
    { product_id: 1, size_id: 12 },
    { product_id: 2, size_id: null },
    { product_id: 3, size_id: null },
    { product_id: 1, size_id: 19 },
    { product_id: 1, size_id: null },
  ];
  expect(buyAgainFromRows(rows, [yam, gown])).toEqual([
    { product: gown, size: gown.sizes[1] },
    { product: yam, size: null },
    { product: gown, size: null },
  ]);
});

test("the card of a buy-again product in one size shows that size and its price", () => {
  const gown = aProduct(1, [size(11, "M", 900), size(12, "L", 950)]);
  expect(cardOf({ product: gown, size: gown.sizes[1] ?? null })).toMatchObject({
    name: "No. 1",
    size: "L",
    sizes: [],
    priceCents: 950,
  });
  expect(cardOf({ product: gown, size: null })).toBe(gown);
});
