import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { aPaidOrder, count } from "./paying.ts";
import { call } from "./requests.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, manager, admin] = await shop.signUpAll("customer", "manager", "owner");
const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
const oil = await aProduct(shop, { name: "Palm Oil", price: 12.25 });

const sheetOf = async (
  first_day: string,
  last_day = first_day,
  person = manager,
): Promise<FunctionRow<"daily_report">> => await call(person, "daily_report", { first_day, last_day });
const bookOf = async (what: string, first_day: string, last_day = first_day, skip_count = 0) => {
  const data = await call(manager, "export_accounting", { what, first_day, last_day, skip_count });
  return data as unknown as Record<string, string | number | null>[];
};

/** Creates an order paid at an instant, optionally with a refund at another. */
async function anOrderOf(product: typeof yam, quantity: number, paidAt: string, back?: { cents: number; at: string }) {
  const { id, intentId } = await aPaidOrder(shop, ama, product, quantity);
  if (back) {
    await call(admin, "request_refund", { order_id: id, request_key: crypto.randomUUID(), amount_cents: back.cents });
    await shop.worker.runOnce();
  }
  await shop.withoutTriggers`update orders set paid_at = ${paidAt} where id = ${id}`;
  await shop.withoutTriggers`update payments set received_at = ${paidAt} where payment_intent_id = ${intentId}`;
  if (back) await shop.withoutTriggers`update refunds set settled_at = ${back.at} where order_id = ${id}`;
  return { id, intentId };
}

test("the daily report follows the store's time zone, also on daylight saving days", async () => {
  // November 2, 2025 has 25 hours in Texas. In UTC it lasts from 05:00 to 06:00 of the next day.
  await anOrderOf(yam, 1, "2025-11-02T04:59:59Z");
  await anOrderOf(yam, 2, "2025-11-02T05:00:00Z");
  await anOrderOf(oil, 1, "2025-11-03T05:59:59Z", { cents: 300, at: "2025-11-04T12:00:00Z" });
  await anOrderOf(oil, 1, "2025-11-03T06:00:00Z");
  expect(await sheetOf("2025-11-02")).toMatchObject({
    order_count: 2,
    sales: 48.23,
    refunded: 0,
    best: [
      { name: "Puna Yam", quantity: 2, amount: 35.98 },
      { name: "Palm Oil", quantity: 1, amount: 12.25 },
    ],
  });
  const week = await sheetOf("2025-11-01", "2025-11-04");
  expect(week).toMatchObject({ order_count: 4, sales: 78.47, refund_count: 1, refunded: 3 });
  expect(week.days).toEqual([
    { day: "2025-11-01", order_count: 1, sales: 17.99, refunded: 0 },
    { day: "2025-11-02", order_count: 2, sales: 48.23, refunded: 0 },
    { day: "2025-11-03", order_count: 1, sales: 12.25, refunded: 0 },
    { day: "2025-11-04", order_count: 0, sales: 0, refunded: 3 },
  ]);
});

test("the daily reports add up to the ledger to the cent", async () => {
  const sql = shop.database.admin;
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  const dress = await aProduct(shop, { table: "authentic_african_wear", name: "Dress", price: 49.99 });
  await anOrderOf({ ...dress, price: 54.11 }, 1, "2025-06-01T15:00:00Z", { cents: 1234, at: "2025-06-02T15:00:00Z" });
  await sql`delete from tax_rates`;
  const sheet = await sheetOf("2025-01-01", "2025-12-31");
  const [ledger] = await sql<Record<string, string>[]>`
    select sum(amount_cents) / 100.0 as paid, sum(refunded_cents) / 100.0 as refunded,
      (select sum(tax_cents) / 100.0 from refunds where status = 'succeeded') as tax_returned
    from payments where purpose = 'order' and received_at < '2026-01-01'`;
  expect([sheet.sales, sheet.refunded, sheet.tax_returned, sheet.tax]).toEqual([
    Number(ledger?.["paid"]),
    Number(ledger?.["refunded"]),
    Number(ledger?.["tax_returned"]),
    4.12,
  ]);
  const orders = await bookOf("orders", "2025-01-01", "2025-12-31");
  const sum = (rows: typeof orders, column: string) =>
    Math.round(rows.reduce((total, row) => total + Number(row[column]) * 100, 0)) / 100;
  expect([orders.length, sum(orders, "total"), sum(orders, "tax")]).toEqual([sheet.order_count, sheet.sales, 4.12]);
  expect(sum(orders, "refunded")).toBe(sheet.refunded);
  expect(sum(await bookOf("lines", "2025-01-01", "2025-12-31"), "amount")).toBe(sheet.sales);
  expect(sum(await bookOf("payments", "2025-01-01", "2025-12-31"), "amount")).toBe(sheet.sales);
  expect(sum(await bookOf("refunds", "2025-01-01", "2025-12-31"), "amount")).toBe(sheet.refunded);
});

test("an accounting export names no customer, is paged, and is recorded in the audit log", async () => {
  const [first, ...rest] = await bookOf("orders", "2025-11-01", "2025-11-04");
  expect(Object.keys(first ?? {}).join(" ")).not.toMatch(/name|mail|phone|address|user/);
  expect(await bookOf("orders", "2025-11-01", "2025-11-04", 1)).toEqual(rest);
  expect(await bookOf("orders", "2025-11-01", "2025-11-04", 1000)).toEqual([]);
  const saved = await admin.client.from("audit_log").select("actor,subject,after").eq("kind", "export");
  expect(saved.data).toContainEqual({
    actor: "Mina Manager",
    subject: "Accounting export: orders",
    after: { from: "2025-11-01", until: "2025-11-04" },
  });
  // Reads that begin within the first page are logged, and further pages are not.
  expect(saved.data?.filter(({ after }) => (after as { from: string }).from === "2025-11-01")).toHaveLength(2);
});

test.for([
  ["2025-11-04", "2025-11-01"],
  ["2024-01-01", "2025-11-01"],
])("more than a year, or a last day before the first, is rejected: %s to %s", async ([first_day, last_day]) => {
  const rejection = { status: 422, error: { message: "Choose a range of one year at most, start date first." } };
  expect(await manager.client.rpc("daily_report", { first_day, last_day })).toMatchObject(rejection);
  expect(await manager.client.rpc("export_accounting", { what: "orders", first_day, last_day })).toMatchObject(
    rejection,
  );
});

test("there is no book of customers", async () => {
  const days = { first_day: "2025-11-01", last_day: "2025-11-01" };
  const { error } = await manager.client.rpc("export_accounting", { what: "customers", ...days });
  expect(error?.message).toBe("There are books of orders, lines, changes, payments and refunds.");
});

test("the daily report lists low stock and products unsold for a month", async () => {
  await count(shop, await aProduct(shop, { name: "Plantain", price: 2 }), 2);
  const plenty = await aProduct(shop, { name: "Plenty", price: 2, stock_count: 6 });
  const low = await manager.client.rpc("list_low_stock", {}).throwOnError();
  expect(low.data.map((row: { name: string; left_count: number }) => [row.name, row.left_count])).toEqual([
    ["Plantain", 2],
  ]);
  await shop.database
    .admin`update products set created_at = now() - interval '31 days' where id in (${yam.id}, ${plenty.id}, ${oil.id})`;
  await aPaidOrder(shop, ama, oil);
  expect(
    (await call(manager, "list_slow_products", {})).map((row: { name: string; last_sold_at: string | null }) => [
      row.name,
      row.last_sold_at && new Date(row.last_sold_at).toISOString(),
    ]),
  ).toEqual([
    ["Puna Yam", "2025-11-02T05:00:00.000Z"],
    ["Plenty", null],
  ]);
});

test.for([
  "list_sales(now(), now())",
  "list_refunds(now(), now())",
  "list_top_products(now(), now())",
  "list_margin_lines(now(), now())",
  "list_booked_money('orders', now(), now())",
  "released_of(null)",
])("PostgreSQL inlines %s, so that a report of a year is planned for its rows", async (list) => {
  const { rows } = await shop.database.admin.run(`explain select * from private.${list}`, []);
  expect(JSON.stringify(rows)).not.toContain(`Function Scan on ${list.split("(")[0]}`);
});
