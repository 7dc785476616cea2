import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { planTenders } from "#app/features/payments/tenders.ts";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import type { FunctionRow, TableRow } from "#app/platform/selected-row.ts";
import { orderEmail } from "#server/messages/order-emails.ts";
import type { OutgoingEmail } from "#server/messages/outgoing-email.ts";
import { seededRandomInt } from "./money/seeds.ts";
import { confirm, count, leftOf, leftOut, refundOfLine, replacedBy, requestIntent, untilOrder } from "./paying.ts";
import { call, insert, postJson, readRow, readRows } from "./requests.ts";
import { anOrder, aProduct, aVerifiedCustomer, openTestShop, type Person } from "./running-shop.ts";

type Product = Awaited<ReturnType<typeof aProduct>>;

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ola, mina] = await shop.signUpAll("owner", "manager");
const paul = await shop.signUpStaff("Paul Packer", "packer", 100);
/** The soda and the dress are taxed, and SNAP EBT pays for the soda. The goat has about 2 lb at $5.00, at most $11.00. */
const [yam, garri, soda, dress, goat] = await Promise.all([
  aProduct(shop, { name: "Puna Yam", price: 17.99 }),
  aProduct(shop, { name: "Ijebu Garri", price: 6.49 }),
  aProduct(shop, { name: "Malt Soda", price: 3.49 }),
  aProduct(shop, { table: "authentic_african_wear", name: "Madras Dress", price: 49.99 }),
  aProduct(shop, { name: "Goat Leg", price: 5 }),
]);
const sql = shop.database.admin;
await sql`update public.products set pounds_each = 2, weight_tolerance = 10 where id = ${goat.id}`;
await sql`update public.store_settings set accepts_snap = true, pickup_windows = true,
  opening_hours = '[{"days": "Sun-Sat", "opens": "00:00", "closes": "00:00", "text": "always"}]'`;
await sql`insert into public.window_rules (delivery_type, weekday, length_minutes, capacity)
  select 'pickup', weekday, 60, 900 from generate_series(0, 6) as weekday`;
await sql`update public.pay_in_store_settings set is_on = true, max_total = 10000, needs_completed_order = false`;
await sql`delete from public.tax_rates`;
const [taxable] = await sql<{ id: number }[]>`select id from public.tax_classes where title = 'Taxable'`;
await sql`insert into public.tax_rates (class_id, valid_from, percent) values (${taxable?.id ?? 0}, '2020-01-01', 8.25)`;
await sql`insert into public.tax_exceptions (product_id, class_id) values (${soda.id}, ${taxable?.id ?? 0})`;

const aCustomer = () => aVerifiedCustomer(shop, "Ama Mensah");

type Line = TableRow<"order_items">;
type Made = TableRow<"orders">;

/** Places an order whose customer pays in the store. */
async function anOrderOf(customer: Person, ...quantities: [Product, number][]): Promise<Made> {
  const made = await anOrder(customer, quantities);
  await call(customer, "choose_pay_in_store", { order_id: made.id });
  return made;
}
const aStoreOrder = async (...quantities: [Product, number][]) => anOrderOf(await aCustomer(), ...quantities);
const linesOf = async (orderId: string): Promise<Line[]> =>
  (await readRows(shop, "order_items", "*", { order_id: orderId }, "id")) as unknown as Line[];
async function lineOf(orderId: string, product: Product): Promise<Line> {
  const line = (await linesOf(orderId)).find(({ product_id }) => product_id === product.id);
  if (!line) throw new Error(`There is no ${product.name}.`);
  return line;
}
const orderOf = async (id: string): Promise<Made> => (await readRow(shop, "orders", "*", { id })) as unknown as Made;
async function dueOf(orderId: string) {
  const data = await readRow(shop, "pay_in_store_orders", "due_total, needs_weight, changes", { order_id: orderId });
  return data as unknown as { due_total: number; needs_weight: boolean; changes: Record<string, unknown>[] };
}
const leaveOut = (line: Pick<Line, "id">, quantity: number, person = paul) =>
  person.client.rpc("substitute_line", leftOut(line.id, quantity));
const replace = (line: Pick<Line, "id">, quantity: number, by: Product, replacement_quantity: number, person = paul) =>
  person.client.rpc("substitute_line", replacedBy(line.id, by, quantity, replacement_quantity));
const weigh = (line: Pick<Line, "id">, pounds: number, person = paul) =>
  person.client.rpc("weigh_line", { order_item_id: line.id, pounds, is_confirmed: true });
const move = async (order_id: string, to_status: string) => {
  const data = await call(paul, "move_orders", { moves: [{ order_id, to_status }] });
  return (data as { message: string | null }[])[0]?.message ?? null;
};
const take = (order_id: string, person = mina) =>
  person.client.rpc("record_store_payment", { order_id, method: "store_cash", request_key: randomUUID() });
const cents = (dollars: number) => Math.round(dollars * 100);

test("the amount due changes when a line is removed, replaced, or restored", async () => {
  const order = await aStoreOrder([yam, 2], [dress, 1]);
  // $35.98, and $49.99 with $4.12 tax.
  expect(await dueOf(order.id)).toMatchObject({ due_total: 90.09, needs_weight: false });
  await leaveOut(await lineOf(order.id, yam), 1).throwOnError();
  expect(await dueOf(order.id)).toMatchObject({ due_total: 72.1 });
  const { data } = await replace(await lineOf(order.id, dress), 1, garri, 2).throwOnError();
  expect(await dueOf(order.id)).toMatchObject({ due_total: 30.97 });
  expect(await call(paul, "read_pick_lists", { order_ids: [order.id] })).toMatchObject([{ unpaid_total: 30.97 }]);
  // The order keeps its total until the payment, because a card payment of that total may still arrive.
  expect(await orderOf(order.id)).toMatchObject({ status: "pending", total: 90.09, tax_amount: 4.12 });
  await call(paul, "undo_substitution", { substitution_id: (data as { id: number }).id });
  expect(await dueOf(order.id)).toMatchObject({ due_total: 72.1 });
});

test("the payment updates lines, total, tax, stock, ledger, and audit log to the packed items", async () => {
  const [counted, other] = await Promise.all([
    aProduct(shop, { name: "Counted Oil", price: 10 }),
    aProduct(shop, { name: "Counted Honey", price: 8 }),
  ]);
  await Promise.all([count(shop, counted, 5), count(shop, other, 5)]);
  const order = await aStoreOrder([counted, 3], [dress, 2]);
  expect(order.total).toBe(138.23);
  const line = await lineOf(order.id, counted);
  await leaveOut(line, 1).throwOnError();
  await replace(line, 1, other, 1).throwOnError();
  await leaveOut(await lineOf(order.id, dress), 1, mina).throwOnError();
  // $10.00 + $8.00 + $49.99 + $4.13 tax: the two dresses' $8.25 is split, and the first half is rounded up.
  expect((await dueOf(order.id)).due_total).toBe(72.11);
  await take(order.id).throwOnError();
  const amounts = { total: 72.11, paid_amount: 72.11, refunded_amount: 0 };
  expect(await orderOf(order.id)).toMatchObject({ status: "paid", ...amounts });
  const lines = await linesOf(order.id);
  expect(lines.map(({ product_name, quantity, stock_taken }) => [product_name, quantity, stock_taken])).toEqual([
    ["Counted Oil", 1, 1],
    ["Madras Dress", 1, 0],
    ["Counted Honey", 1, 1],
  ]);
  // Out-of-stock units are not restocked, and the replacement leaves the stock.
  expect([await leftOf(shop, counted), await leftOf(shop, other)]).toEqual([2, 4]);
  const payments = await readRows(mina, "payments", "amount_cents, method, purpose", { order_id: order.id });
  expect(payments).toEqual([{ amount_cents: 7211, method: "store_cash", purpose: "order" }]);
  expect(await readRows(ola, "audit_log", "before, after", { subject: `Order ${order.order_number}` }, "id")).toEqual([
    { before: { total: 138.23 }, after: { total: 72.11 } },
    { before: null, after: { paid: 72.11, method: "store_cash" } },
  ]);
  expect((await dueOf(order.id)).changes).toMatchObject([
    { kind: "left_out", quantity: 1, name: "Counted Oil", less: 10 },
    { kind: "replaced", quantity: 1, name: "Counted Oil", replacement_name: "Counted Honey", less: 2 },
    { kind: "left_out", quantity: 1, name: "Madras Dress", less: 54.12 },
  ]);
});

test("a fully replaced line is removed, and its replacement is picked", async () => {
  const order = await aStoreOrder([yam, 1], [garri, 1]);
  const line = await lineOf(order.id, yam);
  await replace(line, 1, soda, 3).throwOnError();
  await call(paul, "pick_line", { order_item_id: line.id, is_packed: true });
  await take(order.id).throwOnError();
  const lines = await linesOf(order.id);
  // The soda is taxed: $10.47 and $0.86.
  expect(lines.map(({ product_name, quantity, tax_amount }) => [product_name, quantity, tax_amount])).toEqual([
    ["Ijebu Garri", 1, 0],
    ["Malt Soda", 3, 0.86],
  ]);
  expect(await orderOf(order.id)).toMatchObject({ status: "preparing", total: 17.82, tax_amount: 0.86 });
  const data = await call(paul, "read_pick_lists", { order_ids: [order.id] });
  expect(data).toMatchObject([{ packed_line_ids: [lines[1]?.id], unpaid_total: null }]);
});

test("a more expensive replacement costs the same, and a refund of it returns what was paid", async () => {
  const order = await aStoreOrder([garri, 1], [yam, 1]);
  await replace(await lineOf(order.id, garri), 1, dress, 1, mina).throwOnError();
  expect(await dueOf(order.id)).toMatchObject({ due_total: 24.48 });
  await take(order.id).throwOnError();
  const made = await lineOf(order.id, dress);
  // $6.00 and $0.49 tax.
  expect([made.unit_price, made.discount, made.tax_amount, made.tax_rate]).toEqual([49.99, 43.99, 0.49, 8.25]);
  const refunded = await mina.client.rpc("request_refund", refundOfLine(order.id, made.id, "missing")).throwOnError();
  expect(refunded.data).toMatchObject({ amount_cents: 649, tax_cents: 49 });
});

test("nobody changes a line while the order is ready", async () => {
  const order = await anOrderOf(await aCustomer(), [yam, 2]);
  const line = await lineOf(order.id, yam);
  const { data: made } = await leaveOut(line, 1).throwOnError();
  const undo = (person: Person) =>
    person.client.rpc("undo_substitution", { substitution_id: (made as { id: number }).id });
  await move(order.id, "preparing");
  expect(await move(order.id, "ready")).toBeNull();
  expect((await undo(paul)).error?.message).toBe("You can no longer undo this substitution.");
  expect((await replace(line, 1, garri, 1)).error?.message).toBe("The order is ready: its lines can't change anymore.");
  await call(paul, "undo_order_moves", { order_ids: [order.id] });
  await undo(paul).throwOnError();
  expect(await dueOf(order.id)).toMatchObject({ due_total: 35.98 });
  expect((await leaveOut(line, 2)).error?.message).toBe("This would leave the order empty. Cancel it instead.");
});

test("a packer's limit includes items removed before the payment", async () => {
  const order = await aStoreOrder([dress, 3]);
  const line = await lineOf(order.id, dress);
  await leaveOut(line, 1).throwOnError();
  expect((await leaveOut(line, 1)).error?.code).toBe("PT403");
  await take(order.id).throwOnError();
  expect((await leaveOut(await lineOf(order.id, dress), 1)).error?.code).toBe("PT403");
  await leaveOut(await lineOf(order.id, dress), 1, mina).throwOnError();
});

test("a canceled order restocks its items, except those out of stock", async () => {
  const oil = await aProduct(shop, { name: "Missing Oil", price: 10, stock_count: 5 });
  const order = await aStoreOrder([oil, 3]);
  await leaveOut(await lineOf(order.id, oil), 1).throwOnError();
  await call(paul, "cancel_order", { order_id: order.id });
  expect(await leftOf(shop, oil)).toBe(4);
});

test("a card payment of the whole total that still arrives gets the difference refunded", async () => {
  const ama = await aCustomer();
  const order = await anOrderOf(ama, [yam, 2]);
  const intentId = await requestIntent(shop, ama, order.id);
  await leaveOut(await lineOf(order.id, yam), 1).throwOnError();
  await move(order.id, "preparing");
  await move(order.id, "ready");
  await confirm(shop, intentId);
  await untilOrder(shop, order.id, ({ status }) => status === "ready");
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ refunded_amount }) => refunded_amount === 17.99);
  expect(await orderOf(order.id)).toMatchObject({ status: "ready", total: 35.98, paid_amount: 35.98 });
});

test("the store's endpoint closes the open card payment and charges for the packed items", async () => {
  const ama = await aCustomer();
  const order = await anOrderOf(ama, [yam, 2]);
  const intentId = await requestIntent(shop, ama, order.id);
  await leaveOut(await lineOf(order.id, yam), 1).throwOnError();
  const payment = { orderId: order.id, method: "store_cash", requestKey: randomUUID() };
  expect((await postJson(shop, "/api/counter/payment", payment, mina)).status).toBe(200);
  await expect(confirm(shop, intentId)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  expect(await orderOf(order.id)).toMatchObject({ status: "paid", total: 17.99, paid_amount: 17.99 });
});

test("the amount due in the email excludes items that are out of stock", async () => {
  const order = await aStoreOrder([yam, 2], [garri, 1]);
  await replace(await lineOf(order.id, yam), 1, garri, 1).throwOnError();
  await move(order.id, "preparing");
  await move(order.id, "ready");
  const data = await readRows(shop, "outgoing_mails", "id, kind, order_id, recipient, created_at, facts", {
    order_id: order.id,
    kind: "order_ready",
  });
  const context = { shop: defaultStoreSettings, publicOrigin: "https://shop.test", linkToken: "token" };
  const [text] = (data as unknown as OutgoingEmail[]).map((mail) => orderEmail(mail, context).text);
  expect(text).toContain("bring $30.97 in cash or a card");
  expect(text).toContain("1 × Puna Yam replaced by 1 × Ijebu Garri, $11.50 less");
  expect(text).toContain("You pay $11.50 less.");
});

test("products sold by weight are charged their actual weight, and only after weighing", async () => {
  const order = await aStoreOrder([goat, 2], [yam, 1]);
  expect(order.total).toBe(39.99);
  expect(await dueOf(order.id)).toMatchObject({ due_total: 39.99, needs_weight: true });
  await move(order.id, "preparing");
  expect(await move(order.id, "ready")).toBe("Weigh Goat Leg first.");
  const message = "Weigh Goat Leg before you take the payment.";
  expect((await take(order.id)).error).toMatchObject({ code: "PT409", message });
  expect(((await call(mina, "read_point_of_sale")) as FunctionRow<"read_point_of_sale">).unpaid).toContainEqual(
    expect.objectContaining({ id: order.id, total: 39.99, needs_weight: true }),
  );
  const line = await lineOf(order.id, goat);
  expect((await weigh(line, 4, await aCustomer())).error?.code).toBe("PT404");
  await weigh(line, 3.802).throwOnError();
  // 3.802 lb at $5.00.
  expect(await dueOf(order.id)).toMatchObject({ due_total: 37, needs_weight: false });
  expect(await move(order.id, "ready")).toBeNull();
  expect((await weigh(line, 4)).error?.code).toBe("PT409");
  await take(order.id).throwOnError();
  expect(await orderOf(order.id)).toMatchObject({ status: "ready", total: 37, paid_amount: 37, refunded_amount: 0 });
  const paid = await lineOf(order.id, goat);
  expect([paid.unit_price, paid.quantity, paid.discount, paid.packed_pounds]).toEqual([9.51, 2, 0.01, 3.802]);
  expect(paid.weighed_at).not.toBeNull();
  expect(await move(order.id, "completed")).toBeNull();
});

test("a weighed line is weighed again after a unit was removed", async () => {
  const order = await aStoreOrder([goat, 2]);
  const line = await lineOf(order.id, goat);
  await weigh(line, 4).throwOnError();
  expect(await dueOf(order.id)).toMatchObject({ due_total: 20, needs_weight: false });
  await leaveOut(line, 1).throwOnError();
  expect(await dueOf(order.id)).toMatchObject({ due_total: 11, needs_weight: true });
  expect((await take(order.id)).error?.code).toBe("PT409");
  await weigh(line, 1.9).throwOnError();
  await take(order.id).throwOnError();
  expect(await orderOf(order.id)).toMatchObject({ total: 9.5, paid_amount: 9.5 });
});

test("a held card payment that still arrives is charged for what the lines weigh", async () => {
  const ama = await aCustomer();
  const order = await anOrderOf(ama, [goat, 1]);
  const intentId = await requestIntent(shop, ama, order.id);
  await weigh(await lineOf(order.id, goat), 2).throwOnError();
  await move(order.id, "preparing");
  await move(order.id, "ready");
  await confirm(shop, intentId);
  await untilOrder(shop, order.id, ({ status }) => status === "ready");
  await shop.worker.runOnce();
  const made = await orderOf(order.id);
  expect([made.paid_amount, made.refunded_amount]).toEqual([10, 0]);
});

test("for random orders, the payment equals the amount due, and refunds return every tender", async () => {
  const randomInt = seededRandomInt("unpaid changes");
  const products = [yam, garri, soda, dress, goat];
  for (let round = 0; round < 30; round++) {
    const ama = await aCustomer();
    if (randomInt(2) === 0) {
      const code = `RUN${randomUUID().slice(0, 8).toUpperCase()}`;
      await insert(ola, "discount_codes", { code, percent: 15 });
      await call(ama, "enter_discount_code", { code });
    }
    const chosen = products.filter(() => randomInt(3) > 0);
    const ordered = [...chosen, ...(chosen.length === 0 ? [yam] : [])];
    const order = await anOrderOf(ama, ...ordered.map((each): [Product, number] => [each, randomInt(1, 4)]));
    for (const line of await linesOf(order.id)) {
      const by = products[randomInt(products.length)] ?? yam;
      const what = randomInt(3);
      if (what === 0) await leaveOut(line, randomInt(1, line.quantity + 1), mina);
      if (what > 0 && randomInt(2) === 0)
        await replace(line, randomInt(1, line.quantity + 1), by, randomInt(1, 4), mina);
    }
    for (const line of await linesOf(order.id)) await weigh(line, 1 + randomInt(7000) / 1000, mina);
    const { due_total, needs_weight } = await dueOf(order.id);
    expect(needs_weight).toBe(false);
    const { unpaid }: FunctionRow<"read_point_of_sale"> = await call(mina, "read_point_of_sale");
    const waiting = unpaid.find(({ id }) => id === order.id);
    expect(waiting?.total).toBe(due_total);
    const snapLines = (waiting?.snap_lines ?? []).map(({ amount, tax }) => ({
      amountCents: cents(amount),
      taxCents: cents(tax),
    }));
    const ebtCents = randomInt(snapLines.reduce((sum, { amountCents }) => sum + amountCents, 0) + 1);
    const given = { ebtCents, cardCents: 0, receivedCents: null };
    const plan = planTenders({ totalCents: cents(due_total), snapLines }, given);
    if ("field" in plan) throw new Error(plan.message);
    await call(mina, "record_store_tenders", {
      order_id: order.id,
      tenders: plan.tenders.map(({ method, amountCents }) => ({ method, amount_cents: amountCents })),
      request_key: randomUUID(),
    });
    const [paid, lines] = await Promise.all([orderOf(order.id), linesOf(order.id)]);
    const sum = (of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0);
    expect({
      total: cents(paid.total),
      paid: cents(paid.paid_amount),
      discount: cents(paid.discount),
      tax: cents(paid.tax_amount),
      products: sum((line) => cents(line.unit_price) * line.quantity),
    }).toEqual({
      total: plan.dueCents,
      paid: plan.dueCents,
      discount: sum((line) => cents(line.discount)),
      tax: sum((line) => cents(line.tax_amount)),
      products: plan.dueCents + cents(paid.discount) - cents(paid.tax_amount),
    });
    for (const { id, quantity } of lines) {
      await call(mina, "request_refund", {
        order_id: order.id,
        lines: [{ order_item_id: id, quantity: randomInt(1, quantity + 1) }],
        reason: "missing",
        request_key: randomUUID(),
      });
    }
    await mina.client.rpc("request_refund", { order_id: order.id, request_key: randomUUID() });
    const refunds = await readRows(shop, "refunds", "amount_cents, tax_cents", { order_id: order.id });
    const all = (refunds as { amount_cents: number; tax_cents: number }[]) ?? [];
    expect([
      all.reduce((total, { amount_cents }) => total + amount_cents, 0),
      all.reduce((total, { tax_cents }) => total + tax_cents, 0),
    ]).toEqual([plan.dueCents, cents(paid.tax_amount)]);
  }
});
