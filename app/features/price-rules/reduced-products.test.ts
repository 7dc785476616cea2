import { expect, test } from "vitest";
import { reducedProduct } from "./reduced-products.ts";

const NOW = new Date("2026-11-25T12:00:00Z").getTime();
const row = { id: 7, name: "Rice", label: null, category: "grains", price: 20 };
type Offers = Parameters<typeof reducedProduct>[1];
const offers: Offers = [
  { product_id: 7, category: null, starts_at: "2026-11-20T00:00:00Z", ends_at: "2026-11-30T00:00:00Z" },
  { product_id: null, category: "grains", starts_at: "2026-11-20T00:00:00Z", ends_at: "2026-11-28T00:00:00Z" },
  { product_id: 7, category: null, starts_at: "2026-11-26T00:00:00Z", ends_at: "2026-11-27T00:00:00Z" },
  { product_id: 8, category: null, starts_at: "2026-11-20T00:00:00Z", ends_at: "2026-11-26T00:00:00Z" },
];

test("a price below the product's own discount comes from an offer and ends with the first one", () => {
  expect(reducedProduct({ ...row, discount_price: 15, regular_discount_price: 18 }, offers, NOW)).toEqual({
    id: 7,
    name: "Rice",
    category: "grains",
    priceCents: 2000,
    reducedCents: 1500,
    endsAt: "2026-11-28T00:00:00Z",
  });
});

test("the product's own discount price has no end, even while a higher offer runs", () => {
  const own = reducedProduct({ ...row, label: "20 lb", discount_price: 15, regular_discount_price: 15 }, offers, NOW);
  expect(own).toMatchObject({ name: "Rice, size 20 lb", endsAt: null });
});
