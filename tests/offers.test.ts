import { expect, test } from "vitest";
import { listOffers, type Tables } from "#app/features/catalog/product-queries.ts";
import { insert } from "./requests.ts";
import { openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
await insert(
  shop,
  "condiments",
  Array.from({ length: 80 }, (_, place) => ({
    name: `Suya ${place}`,
    price: 10,
    discount_price: place % 2 === 0 ? 5 : null,
    size: "4 oz",
  })),
);

test("home gets at most 24 discounted products, the same all day and others the next day", async () => {
  const tables: Tables = shop.guest;
  const first = await listOffers(tables, "2026-11-25");
  expect(await listOffers(tables, "2026-11-25")).toEqual(first);
  expect(first).toHaveLength(24);
  expect(new Set(first.map(({ id }) => id)).size).toBe(24);
  expect(first.every(({ discountPriceCents }) => discountPriceCents !== null)).toBe(true);
  const shown = new Set(first.map(({ id }) => id));
  for (let day = 1; day <= 20; day += 1) {
    for (const { id } of await listOffers(tables, `2026-12-${day}`)) shown.add(id);
  }
  expect(shown.size).toBe(40);
});
