import { createObjectFiles } from "@calabash/data-service/storage";
import { expect, test } from "vitest";
import { seedShop } from "#server/database/prepare-database.ts";
import { aFolder } from "./a-folder.ts";
import { openDatabaseForTest } from "./running-shop.ts";

test("the demo's orders reached their statuses like real ones, and its stock is counted", async () => {
  const database = await openDatabaseForTest();
  await seedShop(database, { shopMode: "demo", files: createObjectFiles(aFolder()) });
  const { admin } = database;
  const orders = await admin<{ status: string; total: string; paid: string; payments: number; movers: number }[]>`
    select status, total, paid_amount as paid,
      (select count(*)::int from public.payments where order_id = orders.id) as payments,
      (select count(changed_by)::int from public.order_status_changes where order_id = orders.id) as movers
    from public.orders order by created_at`;
  expect(orders.map(({ status }) => status)).toEqual("completed completed cancelled preparing paid pending".split(" "));
  for (const { status, total, paid, payments, movers } of orders) {
    const isPaid = !["cancelled", "pending"].includes(status);
    expect([paid, payments]).toEqual([isPaid ? total : "0.00", isPaid ? 1 : 0]);
    expect(movers).toBe({ completed: 3, preparing: 1, cancelled: 1 }[status] ?? 0);
  }
  const [late] = await admin<{ count: number }[]>`
    select count(*)::int from public.payments join public.orders on orders.id = order_id where received_at <> paid_at`;
  expect(late?.count).toBe(0);
  const stock = await admin<{ name: string; count: number }[]>`
    select name, stock_count as count from public.product_stock
    join public.products on products.id = product_id order by stock_count`;
  expect([...stock]).toEqual([
    { name: "Kente Strip Cloth, Gold and Green", count: 2 },
    { name: "Goat Meat, Bone-In", count: 6 },
    { name: "Puna Yam (Whole Tuber)", count: 10 },
  ]);
  const soldOut = await admin<{ name: string }[]>`select name from public.products where is_sold_out`;
  expect([...soldOut]).toEqual([{ name: "Callaloo" }]);
  expect([...(await admin`select id from public.outgoing_mails`)]).toEqual([]);
});
