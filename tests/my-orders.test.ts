import { expect, test } from "vitest";
import { listOrdersOf } from "#app/features/orders/order-queries.ts";
import { browserOf, insert, insertRow, readRow } from "./requests.ts";
import { BILLING, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();

test("a customer reads only their own orders, twenty to a page, newest first", async () => {
  const [ama, kofi] = [await shop.signUp("Ama"), await shop.signUp("Kofi")];
  await shop.withoutTriggers`
      insert into orders (user_id, total, status, created_at)
      select ${ama.id}::uuid, n, 'cancelled', '2026-01-01'::timestamptz + n * interval '1 day'
      from generate_series(1, 43) as n`;
  const page = (person: Person, owner: Person, pageIndex: number) =>
    listOrdersOf(browserOf(person), owner.id, pageIndex);
  const first = await page(ama, ama, 0);
  expect(first).toMatchObject({ pageIndex: 0, pageCount: 3, totalCount: 43 });
  expect(first?.items.map(({ totalCents }) => totalCents / 100)).toEqual(
    Array.from({ length: 20 }, (_, place) => 43 - place),
  );
  expect((await page(ama, ama, 2))?.items.map(({ totalCents }) => totalCents / 100)).toEqual([3, 2, 1]);
  expect(await page(ama, ama, 3)).toBeNull();
  expect(await page(kofi, ama, 0)).toMatchObject({ items: [], totalCount: 0, pageCount: 1 });
});

test("billing details fill in an account's missing name and never replace one", async () => {
  const [guest, kofi] = [await shop.signUp(""), await shop.signUp("Kofi")];
  for (const person of [guest, kofi]) {
    const order = await insertRow(person, "orders", { delivery_type: "pickup" }, "id");
    await insert(person, "billing_details", { ...BILLING, order_id: order.id, name: "Ama Boateng" });
  }
  const nameOf = async ({ client, id }: Person) => (await readRow(client, "profiles", "name", { id })).name;
  expect(await nameOf(guest)).toBe("Ama Boateng");
  expect(await nameOf(kofi)).toBe("Kofi");
});
