import { expect, test } from "vitest";
import { formOf } from "#tests/form-of.ts";
import { draftSummary } from "./draft-summary.ts";
import { readProductDraft } from "./product-draft.ts";

const CARD = { id: 7, prefix: "grains", image: "/rice.webp" } as const;

const summaryOf = (...fields: Record<string, string>[]) =>
  draftSummary(readProductDraft(formOf(fields.flatMap(Object.entries))), CARD);

test("the card's preview shows typed prices, and no discount that would be rejected", () => {
  const rice = { name: "Rice", price: "9,5", amount: "2 lb", storage: "shelf" };
  expect(summaryOf(rice, { discount_price: "8" })).toMatchObject({
    ...CARD,
    name: "Rice",
    priceCents: 950,
    discountPriceCents: 800,
    amount: { value: 2, unit: "lb" },
    storage: "shelf",
    isSoldOut: false,
  });
  expect(summaryOf(rice, { discount_price: "9.50" }).discountPriceCents).toBeNull();
  expect(summaryOf({ price: "x" })).toMatchObject({ name: "", priceCents: 0 });
});

test("the card's preview is sold out when nothing is left, or nothing of any size", () => {
  expect(summaryOf({ availability: "counted", stock_count: "0" }).isSoldOut).toBe(true);
  const small = { price: "10", size_key: "0", size_0_label: "S", size_0_availability: "sold_out" };
  expect(summaryOf(small).isSoldOut).toBe(true);
  expect(summaryOf(small, { size_key: "1", size_1_label: "L", size_1_price: "12" })).toMatchObject({
    isSoldOut: false,
    sizes: [
      { label: "S", priceCents: 1000, isSoldOut: true },
      { label: "L", priceCents: 1200, isSoldOut: false },
    ],
  });
});
