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

test("home gets at most 24 discounted products, the same all day of the store and others the next day", async () => {
  const tables: Tables = shop.guest;
  const offersAt = async (time: string) => (await listOffers(tables, new Date(time))).map(({ id }) => id);
  const first = await listOffers(tables, new Date("2026-11-25T06:00Z"));
  const ids = first.map(({ id }) => id);
  // Until midnight in Chicago.
  expect(await offersAt("2026-11-26T05:59Z")).toEqual(ids);
  expect(await offersAt("2026-11-26T06:00Z")).not.toEqual(ids);
  expect(first).toHaveLength(24);
  expect(new Set(ids).size).toBe(24);
  expect(first.every(({ discountPriceCents }) => discountPriceCents !== null)).toBe(true);
  const shown = new Set(ids);
  for (let day = 1; day <= 20; day += 1) {
    for (const id of await offersAt(`2026-12-${String(day).padStart(2, "0")}T12:00Z`)) shown.add(id);
  }
  expect(shown.size).toBe(40);
});
