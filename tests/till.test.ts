import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TableRow } from "#app/platform/selected-row.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { leftOf, orderOf } from "./paying.ts";
import { call, readRows, update } from "./requests.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [ola, mina, ama] = await shop.signUpAll("owner", "manager", "customer");
const yam = await aProduct(shop, { name: "Puna Yam", price: 10, stock_count: 100 });
const day = shopDayOf(new Date(), "America/Chicago");

type Sale = TableRow<"orders">;
type Drawer = TableRow<"drawer_sessions">;

const cash = (amount_cents: number, cash_received_cents = amount_cents) => [
  { method: "store_cash", amount_cents, cash_received_cents },
];
const saleOf = (more: object = {}) => ({
  items: [{ product_id: yam.id, quantity: 2 }],
  tenders: cash(2000, 5000),
  expected_total: 20,
  request_key: randomUUID(),
  ...more,
});
const sell = (more: object = {}, person = mina) => person.client.rpc("record_sale", saleOf(more));
const aSale = async (more: object = {}): Promise<Sale> => (await sell(more).throwOnError()).data as Sale;
async function open(drawer: number, float_cents: number, key: string = randomUUID()): Promise<Drawer> {
  return (await call(mina, "open_drawer", { float_cents, request_key: key, drawer })) as Drawer;
}
async function close(session_id: string, counted_cents: number, person = mina): Promise<Drawer> {
  return (await call(person, "close_drawer", { session_id, counted_cents })) as Drawer;
}
const mailsOf = (order_id: string) => readRows(shop, "outgoing_mails", "kind, recipient", { order_id });

test("a sale is placed, paid, and handed over at once, and takes its products from stock", async () => {
  const before = await leftOf(shop, yam);
  const sale = await aSale();
  expect(sale).toMatchObject({ status: "completed", total: 20, paid_amount: 20, customer_name: "Walk-in" });
  expect(await leftOf(shop, yam)).toBe((before ?? 0) - 2);
  expect(JSON.stringify(await call(ola, "read_desk"))).not.toContain(sale.id);
  expect(await mailsOf(sale.id)).toEqual([]);
});

test("a repeated sale with another payment is rejected", async () => {
  const sale = saleOf();
  await call(mina, "record_sale", sale);
  const other = await mina.client.rpc("record_sale", { ...sale, tenders: cash(1000) });
  expect(other.error).toMatchObject({ code: "PT409", message: "This sale was already recorded, with $20.00 paid." });
});

test("a sale whose payment is rejected leaves no order", async () => {
  const key = randomUUID();
  expect((await sell({ tenders: cash(1999), request_key: key })).error?.code).toBe("PT409");
  expect(await readRows(shop, "orders", "id", { request_key: key })).toEqual([]);
});

test("a product sold by weight is not sold before it is weighed", async () => {
  const goat = await aProduct(shop, { name: "Goat", price: 8 });
  await update(ola, "products", { id: goat.id }, { pounds_each: 3 });
  const items = (pounds?: number) => [{ product_id: goat.id, quantity: 1, ...(pounds ? { pounds } : {}) }];
  const quoted = await mina.client.rpc("quote_sale", { items: items() }).throwOnError();
  const most = (quoted.data as { total: number }).total;
  const { error } = await sell({ items: items(), expected_total: most, tenders: cash(Math.round(most * 100)) });
  expect(error).toMatchObject({ code: "PT422", message: expect.stringContaining("Weigh all items") });
  const sale = await aSale({ items: items(3.2), expected_total: 25.6, tenders: cash(2560) });
  expect(sale).toMatchObject({ status: "completed", total: 25.6 });
});

test("a lower price with a reason is charged, refunded, and in the audit log; a higher one is refused", async () => {
  const items = (price: number, price_reason?: string) => [{ product_id: yam.id, quantity: 2, price, price_reason }];
  expect(await call(mina, "quote_sale", { items: items(7.5, "Dented") })).toMatchObject({ total: 15, discount: 5 });
  const without = await sell({ items: items(7.5), expected_total: 15, tenders: cash(1500) });
  expect(without.error).toMatchObject({ code: "PT422", message: "A changed price needs a reason." });
  const higher = await sell({ items: items(12, "Why not"), expected_total: 24, tenders: cash(2400) });
  expect(higher.error?.code).toBe("PT422");
  const sale = await aSale({ items: items(7.5, "Dented"), expected_total: 15, tenders: cash(1500) });
  const log = await readRows(ola, "audit_log", "after", { subject: `Order ${sale.order_number}` });
  expect(log).toContainEqual({ after: { price: 7.5, product_id: yam.id, reason: "Dented" } });
  const given = await mina.client.rpc("return_sale", { order_id: sale.id, request_key: randomUUID() }).throwOnError();
  expect(given.data).toEqual([{ method: "store_cash", amount: 15 }]);
  // A customer's own price is not read.
  expect(await call(ama, "quote_cart", { items: items(1, "Please") })).toMatchObject({ total: 20 });
});

test("a quote lists what SNAP EBT may pay, and EBT with cash pays a sale", async () => {
  await shop.database.admin`update public.store_settings set accepts_snap = true`;
  const items = [{ product_id: yam.id, quantity: 2 }];
  const data = await call(mina, "quote_sale", { items });
  expect(data).toMatchObject({ total: 20, snap_lines: [{ amount: 20, tax: 0 }] });
  const sale = await aSale({ tenders: [{ method: "store_ebt", amount_cents: 1500 }, ...cash(500, 2000)] });
  expect(sale.status).toBe("completed");
});

test("a returned line is refunded in cash and back in stock, and a repeat gives nothing more", async () => {
  const sale = await aSale();
  const before = await leftOf(shop, yam);
  const [line] = await readRows(mina, "order_items", "id", { order_id: sale.id });
  const input = { order_id: sale.id, lines: [{ order_item_id: line?.id, quantity: 1 }], request_key: randomUUID() };
  const first = await mina.client.rpc("return_sale", input).throwOnError();
  expect(first.data).toEqual([{ method: "store_cash", amount: 10 }]);
  expect(await call(mina, "return_sale", input)).toEqual(first.data);
  for (const other of [{ reason: "damaged" }, { lines: null }]) {
    expect((await mina.client.rpc("return_sale", { ...input, ...other })).error).toMatchObject({
      code: "PT409",
      message: "This was already recorded, as $10.00.",
    });
  }
  expect(await leftOf(shop, yam)).toBe((before ?? 0) + 1);
  // The rest, such as a sale that is undone.
  await call(mina, "return_sale", { order_id: sale.id, request_key: randomUUID() });
  expect(await orderOf(shop, sale.id)).toMatchObject({ status: "refunded" });
  expect(await leftOf(shop, yam)).toBe((before ?? 0) + 2);
});

test("a receipt is emailed once to an address, and only on request", async () => {
  const sale = await aSale({ customer: { name: "Sade Bello", phone: "281 555 0177", email: "sade@test.example" } });
  expect(await mailsOf(sale.id)).toEqual([]);
  const send = () =>
    mina.client.rpc("send_sale_receipt", { order_id: sale.id, email: "Sade@test.example" }).throwOnError();
  await send();
  await send();
  expect(await mailsOf(sale.id)).toEqual([{ kind: "order_paid", recipient: "sade@test.example" }]);
});

test("a drawer's count shows what is over or short, and the daily report has it", async () => {
  const key = randomUUID();
  const drawer = await open(7, 10_000, key);
  expect((await open(7, 10_000, key)).id).toBe(drawer.id);
  const other = { float_cents: 5000, request_key: key, drawer: 7 };
  expect((await mina.client.rpc("open_drawer", other)).error).toMatchObject({
    code: "PT409",
    message: "This was already recorded, as $100.00.",
  });
  const { error } = await mina.client.rpc("open_drawer", { float_cents: 0, request_key: randomUUID(), drawer: 7 });
  expect(error).toMatchObject({ code: "PT409", message: "This drawer is already open." });

  const sale = await aSale({ drawer: 7 });
  await aSale({ drawer: 7, tenders: [{ method: "store_card", amount_cents: 2000 }] });
  await call(mina, "return_sale", {
    order_id: sale.id,
    lines: [{ order_item_id: (await readRows(mina, "order_items", "id", { order_id: sale.id }))[0]?.id, quantity: 1 }],
    request_key: randomUUID(),
    drawer: 7,
  });
  const move = { session_id: drawer.id, amount_cents: -1500, reason: "Ice", request_key: randomUUID() };
  await call(mina, "move_cash", move);
  await call(mina, "move_cash", move);
  expect((await mina.client.rpc("move_cash", { ...move, amount_cents: -2000 })).error).toMatchObject({
    code: "PT409",
    message: "This was already recorded, as $15.00.",
  });
  expect((await mina.client.rpc("move_cash", { ...move, reason: " ", request_key: randomUUID() })).error?.code).toBe(
    "PT422",
  );
  // The count is blind: until it is made, nobody reads what the sales brought.
  expect(await readRows(mina, "drawer_entries", "id")).toEqual([]);

  const uncounted = await mina.client.rpc("close_drawer", { session_id: drawer.id, counted_cents: null as never });
  expect(uncounted.error?.message).toBe("Count the cash in the drawer first.");
  const closed = await close(drawer.id, 9450);
  expect(closed).toMatchObject({ expected_cents: 9500, counted_cents: 9450 });
  expect(await close(drawer.id, 1)).toEqual(closed);
  const data = await call(ola, "daily_report", { first_day: day, last_day: day });
  expect((data as { drawers: unknown[] }).drawers).toContainEqual(
    expect.objectContaining({
      drawer: 7,
      float: 100,
      expected: 95,
      counted: 94.5,
      opened_by: "Mina Manager",
      closed_by: "Mina Manager",
      moves: [{ amount: -15, reason: "Ice" }],
    }),
  );
  expect(await readRows(mina, "drawer_entries", "kind")).toHaveLength(3);
});

test("cash of a drawer that is closed is in no drawer", async () => {
  await aSale({ drawer: 8 });
  const drawer = await open(8, 0);
  expect(await close(drawer.id, 0)).toMatchObject({ expected_cents: 0 });
});

test("a refund given in the store leaves the drawer that the person used last", async () => {
  const [first, second] = [await open(11, 0), await open(12, 0)];
  const data = await call(mina, "request_refund", { order_id: (await aSale({ drawer: 12 })).id, amount_cents: 500 });
  await call(mina, "refund_in_store", { refund_id: (data as { id: string }).id });
  expect(await close(first.id, 0)).toMatchObject({ expected_cents: 0 });
  expect(await close(second.id, 1500)).toMatchObject({ expected_cents: 1500 });
});

test("the till lists what a customer buys most, and a category's products", async () => {
  const soda = await aProduct(shop, { table: "drink_beverage", name: "Malt Soda", price: 3 });
  const phone = "281 555 0199";
  const customer = { name: "Kofi Boateng", phone };
  await aSale({ customer });
  await aSale({ customer });
  await aSale({ customer, items: [{ product_id: soda.id, quantity: 1 }], expected_total: 3, tenders: cash(300) });
  const found = await mina.client.rpc("list_customers", { words: "0199" }).throwOnError();
  const customer_id = (found.data as { id: string }[])[0]?.id as string;
  const list = async (input: object) =>
    ((await call(mina, "list_best_sellers", input)) as { name: string }[]).map(({ name }) => name);
  expect(await list({ customer_id })).toEqual(["Puna Yam", "Malt Soda"]);
  expect(await list({ category: "drinks" })).toEqual(["Malt Soda"]);
});
