import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aPaidOrder, count, move } from "./paying.ts";
import { call } from "./requests.ts";
import { aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, kofi, manager, owner] = await shop.signUpAll("customer", "customer", "manager", "owner");
const _packer = await shop.signUpStaff("Paul Packer", "packer", 100);
const yam = await aProduct(shop, { table: "more", name: "Puna Yam", price: 17.99 });
const oil = await aProduct(shop, { name: "Palm Oil", price: 12.25 });

/** Rows of a chart, each with sales or refunds in dollars. */
type Figures = { order_count?: number; sales?: number; refunded?: number; amount?: number }[];

/** Whole cents, because dollars of several rows do not add up exactly. */
const cents = (rows: Figures, column: "sales" | "refunded" | "amount") =>
  rows.reduce((sum, row) => sum + Math.round((row[column] ?? 0) * 100), 0);
const orders = (rows: Figures) => rows.reduce((sum, row) => sum + (row.order_count ?? 0), 0);

/** Moves an order's payment, and refunds of it, to another time. */
async function moveTo(id: string, paidAt: string, refundedAt = paidAt) {
  await shop.withoutTriggers`update orders set paid_at = ${paidAt} where id = ${id}`;
  await shop.withoutTriggers`update payments set received_at = ${paidAt} where order_id = ${id}`;
  await shop.withoutTriggers`update refunds set settled_at = ${refundedAt} where order_id = ${id}`;
}

async function refund(order_id: string, amount_cents: number, reason: string) {
  await call(owner, "request_refund", { order_id, amount_cents, reason, request_key: randomUUID() });
  await shop.worker.runOnce();
}

async function aDelivery(person: Person, product: typeof yam) {
  const { id } = await aPaidOrder(shop, person, product);
  await shop.withoutTriggers`
      update orders set delivery_type = 'delivery', delivery_included = false, delivery_address = '1 Palm Street',
        delivery_phone_number = '2815550123'
      where id = ${id}`;
  return id;
}

test("the figures of all charts add up to the daily report of the same days to the cent", async () => {
  await shop.database.admin`
    insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  const dress = await aProduct(shop, { table: "authentic_african_wear", name: "Dress", price: 49.99 });
  // November 2, 2025 has 25 hours in Texas; 1 AM comes twice.
  const first = await aPaidOrder(shop, ama, dress);
  expect(first.total).toBe(54.11);
  await refund(first.id, 1234, "sold_out");
  await refund(first.id, 99, "requested_by_customer");
  await moveTo(first.id, "2025-11-02T06:30:00Z", "2025-11-03T12:00:00Z");
  await shop.database.admin`delete from tax_rates`;
  const second = await aPaidOrder(shop, ama, yam, 3);
  await moveTo(second.id, "2025-11-02T07:30:00Z");
  await moveTo(await aDelivery(kofi, oil), "2025-11-04T05:59:59Z");
  const outside = await aPaidOrder(shop, kofi, oil);
  await moveTo(outside.id, "2025-11-04T06:00:00Z");
  await shop.database.admin`
    insert into zero_result_searches (month, words, search_count) values
      ('2025-11-01', 'fufu', 3), ('2025-10-01', 'kenkey', 9)`;

  const days = { first_day: "2025-11-01", last_day: "2025-11-03" };
  const [daily, report] = [await call(manager, "daily_report", days), await call(manager, "report_sales", days)];
  const salesCents = Math.round(daily.sales * 100);
  expect(salesCents).toBe(5411 + 3 * 1799 + 1225);
  for (const rows of [report.hours, report.fulfillments, report.customers]) {
    expect([cents(rows, "sales"), orders(rows)]).toEqual([salesCents, daily.order_count]);
  }
  expect(cents(report.refund_reasons, "refunded")).toBe(Math.round(daily.refunded * 100));
  expect(cents(report.categories, "amount") + Math.round((daily.tax + daily.delivery) * 100)).toBe(salesCents);
  expect(report.best).toEqual(daily.best);
  expect(report.hours.filter(({ order_count }) => order_count > 0)).toEqual([
    { hour: 1, order_count: 2, sales: 108.08 },
    { hour: 23, order_count: 1, sales: 12.25 },
  ]);
  expect(report.fulfillments).toEqual([
    { delivery_type: "pickup", order_count: 2, sales: 108.08 },
    { delivery_type: "delivery", order_count: 1, sales: 12.25 },
  ]);
  expect(report.customers).toEqual([
    { kind: "new", order_count: 2, sales: 66.36 },
    { kind: "returning", order_count: 1, sales: 53.97 },
    { kind: "no_account", order_count: 0, sales: 0 },
  ]);
  expect(report.refund_reasons).toEqual([
    { reason: "sold_out", refund_count: 1, refunded: 12.34 },
    { reason: "requested_by_customer", refund_count: 1, refunded: 0.99 },
  ]);
  expect(report.zero_result_searches).toEqual([{ words: "fufu", search_count: 3 }]);
});

test("today's sales are the same on the order board, daily report, charts, and Today", async () => {
  const order = await aPaidOrder(shop, ama, yam, 2);
  await refund(order.id, 500, "sold_out");
  const day = new Date().toLocaleDateString("en-CA", { timeZone: "America/Chicago" });
  const days = { first_day: day, last_day: day };
  const [board, today, daily, report] = [
    await call(manager, "read_desk"),
    await call(manager, "read_today"),
    await call(manager, "daily_report", days),
    await call(manager, "report_sales", days),
  ];
  expect(today.sales).toEqual({ order_count: 1, sales: 35.98 });
  for (const sold of [board, daily]) expect(sold).toMatchObject(today.sales);
  expect([orders(report.hours), cents(report.hours, "sales")]).toEqual([1, 3598]);
});

test("sales of the same weekday count until the same time of day, and as a whole day", async () => {
  const [bounds] = await shop.database.admin<{ begins: string; ends: string }[]>`
    select (local_day - 7)::timestamp at time zone 'America/Chicago' as begins,
      (local_day - 6)::timestamp at time zone 'America/Chicago' - interval '1 millisecond' as ends
    from (select (now() at time zone 'America/Chicago')::date as local_day) as clock`;
  await moveTo((await aPaidOrder(shop, ama, yam)).id, new Date(bounds?.begins ?? "").toISOString());
  await moveTo((await aPaidOrder(shop, ama, oil)).id, new Date(bounds?.ends ?? "").toISOString());
  expect(await call(manager, "read_today")).toMatchObject({
    week_ago: { order_count: 1, sales: 17.99 },
    week_ago_whole_day: { order_count: 2, sales: 30.24 },
  });
});

test("Today counts orders to pack by promise: late, today, and later", async () => {
  const before = (await call(manager, "read_today")).to_pack;
  const [late, soon, later, packed] = [
    await aPaidOrder(shop, ama, yam),
    await aPaidOrder(shop, ama, yam),
    await aPaidOrder(shop, ama, yam),
    await aPaidOrder(shop, ama, yam),
  ];
  await move(manager, packed.id, "preparing", "ready");
  await move(manager, soon.id, "preparing");
  const promise = (id: string, starts: string, ends: string) => shop.database.admin`
    update orders set window_starts_at = now() + ${starts}::interval, window_ends_at = now() + ${ends}::interval
    where id = ${id}`;
  await promise(late.id, "-2 hours", "-1 second");
  await promise(soon.id, "-1 hour", "1 hour");
  await promise(later.id, "24 hours", "26 hours");
  expect((await call(manager, "read_today")).to_pack).toEqual({
    late_count: before.late_count + 1,
    today_count: before.today_count + 1,
    later_count: before.later_count + 1,
  });
});

test("Today lists the next windows with how many orders are in each, full ones too", async () => {
  expect((await call(manager, "read_today")).windows).toEqual([]);
  const { id } = await aPaidOrder(shop, ama, oil);
  await shop.database.admin`update store_settings set pickup_windows = true,
    opening_hours = '[{"days": "Sun-Sat", "opens": "00:00", "closes": "00:00", "text": "Always"}]'`;
  await shop.database.admin`
    insert into window_rules (delivery_type, weekday, length_minutes, capacity)
    select 'pickup', weekday, 120, 1 from generate_series(0, 6) as weekday`;
  const { windows } = await call(manager, "read_today");
  expect(windows).toHaveLength(3);
  const [current, next] = windows;
  expect(current).toMatchObject({ delivery_type: "pickup", capacity: 1 });
  expect(new Date(current?.starts_at ?? "").getTime()).toBeLessThanOrEqual(Date.now());
  await shop.database.admin`
    update orders set window_starts_at = ${next?.starts_at ?? ""},
      window_ends_at = ${next?.starts_at ?? ""}::timestamptz + interval '2 hours'
    where id = ${id}`;
  const again = await call(manager, "read_today");
  expect(again.windows[1]).toEqual({ ...next, taken_count: (next?.taken_count ?? 0) + 1 });
  await shop.database.admin`update store_settings set pickup_windows = false`;
});

test("Today lists low stock and what needs a decision, with the order if there is only one", async () => {
  await count(shop, oil, 2);
  await shop.database.admin`update delivery_fees set paid_at = null`;
  // Windows of earlier tests, which at night are after midnight and count as lost.
  await shop.database.admin`update orders set window_starts_at = null, window_ends_at = null`;
  await shop.database.admin`update orders set delivery_included = true`;
  const fee = await aDelivery(kofi, yam);
  await shop.database.admin`insert into shop_alerts (kind, order_id, message) values
    ('refund_failed', ${fee}, 'The refund failed.'), ('payment_disputed', null, 'One.'), ('payment_disputed', null, 'Two.')`;
  const { low_stock, decisions } = await call(manager, "read_today");
  expect(low_stock).toMatchObject([{ name: "Palm Oil", left_count: 2 }]);
  expect(decisions).toEqual([
    { kind: "fee_to_agree", decision_count: 1, order_id: fee },
    { kind: "payment_disputed", decision_count: 2, order_id: null },
    { kind: "refund_failed", decision_count: 1, order_id: fee },
  ]);
  await call(manager, "set_delivery_fee", { order_id: fee, amount: 0 });
  await shop.database.admin`update shop_alerts set resolved_at = now()`;
  expect((await call(manager, "read_today")).decisions).toEqual([]);
});

test("charts of more than a year are rejected with a message", async () => {
  const { error, status } = await manager.client.rpc("report_sales", {
    first_day: "2024-01-01",
    last_day: "2025-11-01",
  });
  expect([status, error?.message]).toEqual([422, "Choose a range of one year at most, start date first."]);
});

test("a declined hold that was canceled does not wait for its payment", async () => {
  const readWaiting = async () => {
    const data = await call(shop, "read_store_metrics");
    return data.find(({ name, label }) => name === "due" && label === "payment_event")?.value;
  };
  const before = await readWaiting();
  await shop.database.admin`
    select apply_payment_event(
      'evt_canceled', 'payment_intent.canceled', null, 'pi_declined', 1252, 'usd', null, '{}', null,
      jsonb_build_object('authorized_cents', 1252, 'held_until', now() + interval '7 days')
    )`;
  expect(await readWaiting()).toBe(before);
});

test("metrics of the database count orders, alerts, and due messages", async () => {
  const figures = async () => {
    const data = await call(shop, "read_store_metrics");
    return Object.fromEntries(data.map(({ name, label, value }) => [`${name} ${label}`.trim(), value]));
  };
  const before = await figures();
  const { id } = await aPaidOrder(shop, ama, yam);
  await shop.database.admin`
    update outgoing_mails set created_at = now() - interval '100 seconds', status = 'waiting', sent_at = null
    where order_id = ${id} and kind = 'order_paid'`;
  await shop.database.admin`select raise_alert('mail_dead', ${id}::uuid, 'An email could not be delivered.')`;
  const after = await figures();
  expect(after).toMatchObject({
    orders_paid_last_hour: (before["orders_paid_last_hour"] ?? 0) + 1,
    orders_placed_last_hour: (before["orders_placed_last_hour"] ?? 0) + 1,
    "open_orders paid": (before["open_orders paid"] ?? 0) + 1,
    open_alerts: (before["open_alerts"] ?? 0) + 1,
    "due refund": before["due refund"],
  });
  expect(after["due email"]).toBeGreaterThanOrEqual(1);
  expect(after["oldest_due_seconds email"]).toBeGreaterThanOrEqual(100);
});
