import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMigrations } from "#data-service/database/migrations.ts";
import { migrateShop, seedShop } from "#server/start/prepare-database.ts";
import { openShopDatabase, openTestDatabase } from "./running-shop.ts";

const MIGRATIONS = join(import.meta.dirname, "..", "supabase", "migrations");

test("the demo's orders came to their statuses as real ones do, and its stock is counted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calabash-demo-"));
  const database = await openShopDatabase();
  await seedShop(database, { shopMode: "demo", filesFolder: folder });
  const { admin } = database;
  const orders = await admin<
    { status: string; total: string; paid: string; payments: number; movers: number }[]
  >`
    select status, total, paid_amount as paid,
      (select count(*)::int from public.payments where order_id = orders.id) as payments,
      (select count(changed_by)::int from public.order_status_changes where order_id = orders.id) as movers
    from public.orders order by created_at`;
  expect(orders.map(({ status }) => status)).toEqual([
    "completed",
    "completed",
    "cancelled",
    "preparing",
    "paid",
    "pending",
  ]);
  for (const { status, total, paid, payments, movers } of orders) {
    const isPaid = !["cancelled", "pending"].includes(status);
    expect([paid, payments]).toEqual([isPaid ? total : "0.00", isPaid ? 1 : 0]);
    expect(movers).toBe({ completed: 3, preparing: 1, cancelled: 1 }[status] ?? 0);
  }
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
  await database.close();
  rmSync(folder, { recursive: true });
});

test("a shop that sold before there was a ledger keeps its orders, and those with an intent get their payment", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calabash-old-"));
  const database = await openTestDatabase();
  const { admin } = database;
  const before = readdirSync(MIGRATIONS).filter((file) => file < "20261121001300");
  const set = { folder, schema: "supabase_migrations", owner: "shop_owner" };
  const { copyFileSync } = await import("node:fs");
  for (const file of before) copyFileSync(join(MIGRATIONS, file), join(folder, file));
  await applyMigrations(admin, set);
  await admin`insert into public.products (category, name, price) values ('more', 'Yam', 12.5)`;
  for (const [intent, path] of [
    ["pi_old", ["paid", "preparing"]],
    [null, ["paid"]],
    ["pi_open", ["cancelled"]],
    ["pi_back", ["paid", "cancelled"]],
  ] as const) {
    const [order] = await admin<{ id: string }[]>`insert into public.orders default values returning id`;
    const id = order?.id ?? "";
    await admin`insert into public.order_items (order_id, product_id, product_name, quantity, unit_price)
      select ${id}, id, '', 2, 0 from public.products`;
    await admin`update public.orders set payment_intent_id = ${intent}, client_secret = 'x' where id = ${id}`;
    for (const status of path) await admin`update public.orders set status = ${status} where id = ${id}`;
  }
  await migrateShop(database);
  const orders = await admin<Record<string, unknown>[]>`
    select status, payment_intent_id as intent, paid_amount as paid, intent_closed_at is null as open, client_secret
    from public.orders order by payment_intent_id nulls last`;
  expect([...orders]).toEqual([
    { status: "cancelled", intent: "pi_back", paid: "25.00", open: false, client_secret: null },
    { status: "preparing", intent: "pi_old", paid: "25.00", open: true, client_secret: null },
    { status: "cancelled", intent: "pi_open", paid: "0.00", open: true, client_secret: null },
    { status: "paid", intent: null, paid: "0.00", open: true, client_secret: null },
  ]);
  const unclosed = await admin`select payment_intent_id from public.list_unclosed_intents(10)`;
  expect([...unclosed]).toEqual([{ payment_intent_id: "pi_open" }]);
  await database.close();
  rmSync(folder, { recursive: true });
});
