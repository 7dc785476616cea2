import { expect, test } from "vitest";
import { draftSummary } from "./draft-summary.ts";
import { readProductDraft } from "./product-draft.ts";

const CARD = { id: 7, prefix: "grains", image: "/rice.webp" } as const;

function summaryOf(fields: readonly (readonly [string, string])[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return draftSummary(readProductDraft(form), CARD);
}

test("the card's preview shows typed prices, and no discount that would be rejected", () => {
  const rice = [
    ["name", "Rice"],
    ["price", "9,5"],
    ["amount", "2 lb"],
    ["storage", "shelf"],
  ] as const;
  expect(summaryOf([...rice, ["discount_price", "8"]])).toMatchObject({
    ...CARD,
    name: "Rice",
    priceCents: 950,
    discountPriceCents: 800,
    amount: { value: 2, unit: "lb" },
    storage: "shelf",
    isSoldOut: false,
  });
  expect(summaryOf([...rice, ["discount_price", "9.50"]]).discountPriceCents).toBeNull();
  expect(summaryOf([["price", "x"]])).toMatchObject({ name: "", priceCents: 0 });
});

test("the card's preview is sold out when nothing is left, or nothing of any size", () => {
  const counted = [
    ["availability", "counted"],
    ["stock_count", "0"],
  ] as const;
  expect(summaryOf(counted).isSoldOut).toBe(true);
  const small = [
    ["size_key", "0"],
    ["size_0_label", "S"],
    ["size_0_availability", "sold_out"],
  ] as const;
  const large = [
    ["size_key", "1"],
    ["size_1_label", "L"],
    ["size_1_price", "12"],
  ] as const;
  expect(summaryOf([["price", "10"], ...small]).isSoldOut).toBe(true);
  const both = summaryOf([["price", "10"], ...small, ...large]);
  expect(both).toMatchObject({
    isSoldOut: false,
    sizes: [
      { label: "S", priceCents: 1000, isSoldOut: true },
      { label: "L", priceCents: 1200, isSoldOut: false },
    ],
  });
});
