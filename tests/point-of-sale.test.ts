import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { createOrderLinks } from "#server/base/order-links.ts";
import { expectReply } from "./expect-reply.ts";
import { confirm, leftOf, orderOf, stripeOf, untilOrder } from "./paying.ts";
import { addLine, call, postJson, readRows } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 5 });
const [ama, mina, ola] = await shop.signUpAll("customer", "manager", "owner");
const paul = await shop.signUpStaff("Paul Packer", "packer", 100);
const yam = await aProduct(shop, { name: "Puna Yam", price: 10 });

const given = (more: object = {}) => ({
  items: [{ product_id: yam.id, quantity: 2 }],
  expected_total: yam.price * 2,
  delivery_type: "pickup",
  customer: { name: "Kwame Asante", phone: "281 555 0123", email: "kwame@test.example" },
  request_key: randomUUID(),
  ...more,
});
const make = (more: object = {}) => call(mina, "create_point_of_sale_order", given(more));
const take = (order_id: string, more: object = {}, person = mina) =>
  person.client.rpc("record_store_payment", { order_id, method: "store_cash", request_key: randomUUID(), ...more });
async function aCashOrder() {
  const made = await make();
  await take(made.id).throwOnError();
  return made;
}
const post = (path: string, body: object, person?: Person) => postJson(shop, `/api${path}`, body, person);
/** Opens a pay link. @returns the id of its payment intent */
async function openPayLink(token: string): Promise<string> {
  const { clientSecret } = (await (await post("/pay-link/payment", { token })).json()) as { clientSecret: string };
  return clientSecret.split("_secret_")[0] ?? "";
}
const openLinkOf = async (orderId: string) =>
  post("/pay-link/payment", { token: shop.orderLinks.signForPaying(orderId, new Date()) });
const paymentsOf = (order_id: string) =>
  readRows(shop, "payments", "amount_cents, purpose, method, recorded_by, refunded_cents", { order_id });
const historyOf = (orderNumber: number) =>
  readRows(ola, "audit_log", "kind, actor, after", { subject: `Order ${orderNumber}` }, "id");

test("a manager places an order for a customer without an account and records cash", async () => {
  const made = await make({ note: "Call when it is ready." });
  expect(made).toMatchObject({ status: "pending", user_id: null, total: 20 });
  expect((await take(made.id).throwOnError()).data).toMatchObject({ status: "paid", paid_amount: 20 });
  expect(await paymentsOf(made.id)).toMatchObject([
    { amount_cents: 2000, purpose: "order", method: "store_cash", recorded_by: mina.id },
  ]);
  expect(await call(paul, "find_on_desk", { words: "kwame" })).toMatchObject([
    { number: made.order_number, name: "Kwame Asante", phone: "(281) 555-0123", item_count: 2 },
  ]);
  expect(await historyOf(made.order_number)).toEqual([
    { kind: "counter", actor: "Mina Manager", after: { made_at_the_counter: 20 } },
    { kind: "counter", actor: "Mina Manager", after: { paid: 20, method: "store_cash" } },
  ]);
  expect(await readRows(shop, "order_status_changes", "to_status, changed_by", { order_id: made.id }, "id")).toEqual([
    { to_status: "pending", changed_by: mina.id },
    { to_status: "paid", changed_by: mina.id },
  ]);
});

test("a pay link is texted and mailed five times a day for an order, and ten times to one recipient", async () => {
  const customer = { ...given().customer, phone: "2815550188" };
  const send = async (order_id: string) =>
    (await mina.client.rpc("send_pay_link", { order_id, how: "text", request_key: randomUUID() })).status;
  const sendMany = (order_id: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => send(order_id)));
  const [first, second, third] = [await make({ customer }), await make({ customer }), await make({ customer })];
  expect((await sendMany(first.id, 6)).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await sendMany(second.id, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(await send(third.id)).toBe(429);
  const rejected = await post("/counter/pay-link", { orderId: first.id, how: "text", requestKey: randomUUID() }, mina);
  const error = "This link was sent too often today. Copy it instead, or tell the customer the order number.";
  await expectReply(rejected, 429, { error });
  await shop.database.admin`update private.pay_links set sent_at = sent_at - interval '25 hours'`;
  expect(await send(third.id)).toBe(200);
});

test("a point-of-sale order is on no customer's list, and gets no line by a plain insert", async () => {
  const made = await make();
  expect(await readRows(mina, "orders", "id", { user_id: mina.id })).toEqual([]);
  for (const person of [ama, paul, mina]) {
    expect((await addLine(person, made.id, { product_id: yam.id })).error?.code).toBe("42501");
  }
  // An order for a customer does not replace the manager's own.
  const hers = await anOrder(mina, yam);
  await make();
  expect((await orderOf(shop, hers.id)).status).toBe("pending");
});

test("a point-of-sale order has the usual prices, codes, and taxes, not the browser's", async () => {
  const sql = shop.database.admin;
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  await sql`insert into delivery_zones (name, zips, fee) values ('Humble', '{77338}', 4.99)`;
  await sql`insert into discount_codes (code, percent) values ('YAM10', 10)`;
  const dress = await aProduct(shop, { table: "authentic_african_wear", name: "Dress", price: 30 });
  const items = [{ product_id: yam.id, quantity: 2 }].concat({ product_id: dress.id, quantity: 1 });
  const input = { items, delivery_type: "delivery", discount_code: "yam 10" };
  const quote = await call(mina, "quote_sale", { ...input, delivery_zip: "77338" });
  // 50.00 less 5.00, the dress 27.00 with 8.25 % tax, and a delivery fee of 4.99.
  expect(quote).toMatchObject({ subtotal: 50, discount: 5, delivery_cost: 4.99, tax: 2.23, total: 52.22 });
  const delivery_place = { street: "12 Main Street", city: "Humble", zip: "77338" };
  const made = await make({ ...input, expected_total: 52.22, delivery_place });
  expect(made).toMatchObject({ total: 52.22, tax_amount: 2.23, delivery_cost: 4.99 });
  const free = given({ ...input, expected_total: 1, delivery_place });
  const cheap = await mina.client.rpc("create_point_of_sale_order", free);
  expect(cheap.error?.code).toBe("PT409");
  expect(JSON.parse(cheap.error?.details ?? "")).toMatchObject({ total: 52.22 });
  for (const [more, message] of [
    [{ discount_code: "NOTHING" }, "That code doesn't exist."],
    [{ customer: { name: " " } }, "Enter the customer's name."],
    [{ delivery_type: "delivery" }, "Delivery requires an address and a phone number."],
    [
      { delivery_type: "delivery", delivery_place: { street: "1 Far Road", zip: "90210" } },
      "We don't deliver to 90210. Choose pickup.",
    ],
  ] as const) {
    expect((await mina.client.rpc("create_point_of_sale_order", given(more))).error?.message).toBe(message);
  }
  await sql`delete from delivery_zones`;
  await sql`delete from tax_rates`;
});

test("no payment is recorded for missing, canceled, or online orders", async () => {
  const last = await aProduct(shop, { name: "Last Yam", price: 9, stock_count: 1 });
  const items = [{ product_id: last.id, quantity: 1 }];
  const [first, second] = [await make({ items, expected_total: 9 }), await make({ items, expected_total: 9 })];
  await take(first.id).throwOnError();
  expect(await leftOf(shop, last)).toBe(0);
  const late = await take(second.id);
  expect(late.error?.message).toBe("An item of this order is no longer available. Don't take payment for it.");
  expect([(await orderOf(shop, second.id)).status, await paymentsOf(second.id)]).toEqual(["pending", []]);
  await call(mina, "cancel_order", { order_id: second.id });
  expect((await take(second.id)).error?.message).toBe("This order is canceled. Don't take payment for it.");
  expect((await take((await anOrder(ama, yam)).id)).error?.code).toBe("PT404");
  expect((await take(first.id, { method: "card" })).error?.code).toBe("22023");
});

test("a store payment is refunded in the store, once, and never at the provider", async () => {
  const order = await aCashOrder();
  const ask = { order_id: order.id, amount_cents: 500, request_key: randomUUID() };
  const { id: refundId } = await call(mina, "request_refund", ask);
  await shop.worker.runOnce();
  expect((await orderOf(shop, order.id)).refunds).toMatchObject([{ status: "requested" }]);
  expect(await call(mina, "read_point_of_sale")).toMatchObject({
    owed: expect.arrayContaining([
      expect.objectContaining({ refund_id: refundId, amount: 5, method: "store_cash", name: "Kwame Asante" }),
    ]),
  });
  await Promise.all([1, 2].map(() => mina.client.rpc("refund_in_store", { refund_id: refundId }).throwOnError()));
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "paid", refunded_amount: 5 });
  const link = await post("/order-link", { token: shop.orderLinks.sign(order.id, new Date()) });
  expect(await link.json()).toMatchObject({ channel: "counter", paid_by: "store_cash", refunded_amount: 5 });
  // The rest is refunded by canceling the order.
  await call(mina, "cancel_order", { order_id: order.id });
  const rest = (await orderOf(shop, order.id)).refunds.find(({ status }) => status === "requested");
  await call(ola, "refund_in_store", { refund_id: rest?.id });
  expect(await orderOf(shop, order.id)).toMatchObject({ status: "refunded", paid_amount: 20, refunded_amount: 20 });
  expect((await historyOf(order.order_number)).filter(({ after }) => "given_back" in after)).toEqual([
    { kind: "counter", actor: "Mina Manager", after: { given_back: 5, method: "store_cash" } },
    { kind: "counter", actor: "Ola Owner", after: { given_back: 15, method: "store_cash" } },
  ]);
  await shop.worker.runOnce();
  const { data: made } = await stripeOf(shop).refunds.list({ limit: 100 });
  expect(JSON.stringify(made)).not.toContain(order.id);
  const mails = shop.mailbox.list().filter(({ to }) => to.includes("kwame@test.example"));
  expect(mails.map(({ text }) => text).join()).toContain("You paid in the store and get $15.00 back there.");
  expect(mails.map(({ text }) => text).join()).not.toMatch(/your card|in your account/);
});

test("a pay link pays its own order by card, without an account, and no other", async () => {
  const [made, other] = [await make(), await make()];
  const request = { orderId: made.id, requestKey: randomUUID() };
  const linked = await post("/counter/pay-link", { ...request, how: "mail" }, mina);
  const { url, isSent } = (await linked.json()) as { url: string; isSent: boolean };
  expect([linked.status, isSent]).toEqual([200, true]);
  await shop.worker.runOnce();
  const mail = shop.mailbox.list().find(({ subject }) => subject === `Pay for your order ${made.order_number}`);
  expect(mail?.to).toBe("kwame@test.example");
  const token = /\/pay#([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(url).toBe(`http://shop.test/pay#${token}`);

  const response = await post("/pay-link", { token });
  const shown = (await response.json()) as Record<string, unknown>;
  expect(shown).toMatchObject({ order_id: made.id, status: "pending", total: 20 });
  expect(JSON.stringify(shown)).not.toMatch(/kwame|281\D{0,2}555/i);

  const opened = await post("/pay-link/payment", { token });
  const { clientSecret, amount } = (await opened.json()) as { clientSecret: string; amount: number };
  expect([opened.status, amount]).toEqual([200, 2000]);
  await confirm(shop, clientSecret.split("_secret_")[0] ?? "");
  await untilOrder(shop, made.id, ({ status }) => status === "paid");
  await expectReply(await post("/pay-link/payment", { token }), 409, { error: "This order is already paid." });
  expect((await orderOf(shop, other.id)).status).toBe("pending");

  // Guessed, modified, or expired, or for another purpose, store, or order.
  const [header, body, signature] = token.split(".");
  const [, otherBody] = shop.orderLinks.signForPaying(other.id, new Date()).split(".");
  for (const wrong of [
    "",
    other.id,
    `${header}.${otherBody}.${signature}`,
    `${header}.${body}.AAAA`,
    shop.orderLinks.sign(other.id, new Date()),
    createOrderLinks("another shop").signForPaying(other.id, new Date()),
    shop.orderLinks.signForPaying(other.id, new Date(Date.now() - 24 * 60 * 60 * 1000)),
    mina.accessToken,
  ]) {
    expect((await post("/pay-link", { token: wrong })).status).toBe(404);
    expect((await post("/pay-link/payment", { token: wrong })).status).toBe(404);
  }
  // A link to view an order does not pay it, and a pay link does not show it.
  expect((await post("/order-link", { token })).status).toBe(404);
  const online = await anOrder(ama, yam);
  const ofOnline = shop.orderLinks.signForPaying(online.id, new Date());
  expect((await post("/pay-link/payment", { token: ofOnline })).status).toBe(404);
  await call(mina, "cancel_order", { order_id: other.id });
  const error = "This order is canceled. You have nothing to pay.";
  await expectReply(await openLinkOf(other.id), 409, { error });
});

test("a pay link has the same limit of payment attempts as everyone", async () => {
  const made = await make();
  const answers = [];
  for (let each = 0; each < 6; each += 1) answers.push((await openLinkOf(made.id)).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test("a pay link of an order whose item sold out opens no payment", async () => {
  const last = await aProduct(shop, { name: "Lone Yam", price: 9, stock_count: 1 });
  const lastUnit = { items: [{ product_id: last.id, quantity: 1 }], expected_total: 9 };
  const [first, second] = [await make(lastUnit), await make(lastUnit)];
  await take(first.id).throwOnError();
  await expectReply(await openLinkOf(second.id), 409, {
    error: "An item in this order is no longer available. Call us.",
    items: [expect.objectContaining({ product_id: last.id, quantity_left: 0 })],
  });
});

test("only the owner and managers send a pay link or close what it opened", async () => {
  const ended = await shop.signUpStaff("Eve Ended", "manager");
  await ended.client.auth.signOut({ scope: "global" });
  const request = { orderId: (await make()).id, requestKey: randomUUID() };
  for (const [person, status] of [
    [undefined, 401],
    [ama, 403],
    [paul, 403],
    [ended, 401],
  ] as const) {
    for (const [path, more] of [
      ["/counter/pay-link", { how: "mail" }],
      ["/counter/payment", { method: "store_cash" }],
      ["/counter/receipt", { how: "mail", to: "kwame@test.example" }],
      ["/counter/receipt", { how: "text", to: "281 555 0123" }],
    ] as const) {
      expect([path, (await post(path, { ...request, ...more }, person)).status]).toEqual([path, status]);
    }
  }
  const paid = { orderId: (await aCashOrder()).id, requestKey: randomUUID(), how: "mail" };
  await expectReply(await post("/counter/pay-link", paid, mina), 409, { error: "This order is already paid." });
  const nameless = await make({ customer: { name: "Walk-in" } });
  for (const [how, error] of [
    ["mail", "This order has no email address."],
    ["text", "This order has no phone number."],
  ]) {
    const rejected = await post("/counter/pay-link", { orderId: nameless.id, requestKey: randomUUID(), how }, ola);
    await expectReply(rejected, 422, { error });
  }
  const texted = await post("/counter/pay-link", { ...request, how: "text" }, ola);
  expect(await texted.json()).toMatchObject({ isSent: false });
});

test("a receipt is emailed, or texted as a link that shows the order, and only of a paid order", async () => {
  const [unpaid, paid] = [await make(), await aCashOrder()];
  const send = async (orderId: string, how: string, to: string) => {
    const answer = await post("/counter/receipt", { orderId, requestKey: randomUUID(), how, to }, mina);
    return [answer.status, await answer.json()] as const;
  };
  for (const how of ["mail", "text"]) {
    expect((await send(unpaid.id, how, how === "mail" ? "a@test.example" : "2815550123"))[0]).toBe(404);
  }
  expect(await send(paid.id, "mail", " ")).toEqual([422, { error: "Enter an email address." }]);
  expect(await send(paid.id, "text", "123")).toEqual([422, { error: "Phone number must be 10 digits" }]);
  expect(await send(paid.id, "mail", "kwame@test.example")).toEqual([200, { url: "", isSent: true }]);
  const [status, texted] = await send(paid.id, "text", "281 555 0123");
  // Without an SMS provider, the device sends it.
  const url = expect.stringContaining(`receipt ${paid.order_number}, $20.00: `);
  expect([status, texted]).toEqual([200, { isSent: false, url }]);
  expect(await shop.orderLinks.read((texted as { url: string }).url.split("#")[1] ?? "")).toBe(paid.id);
});

test("of a simultaneous cash and card payment exactly one is recorded", async () => {
  for (const isCashFirst of [true, false]) {
    const made = await make();
    const intent = await openPayLink(shop.orderLinks.signForPaying(made.id, new Date()));
    const cash = () =>
      post("/counter/payment", { orderId: made.id, requestKey: randomUUID(), method: "store_cash" }, mina);
    if (isCashFirst) {
      expect((await cash()).status).toBe(200);
      await expect(confirm(shop, intent)).rejects.toMatchObject({ code: "payment_intent_unexpected_state" });
    } else {
      await confirm(shop, intent);
      await expectReply(await cash(), 409, { error: "This order is already paid." });
    }
    const [payment, ...others] = await paymentsOf(made.id);
    expect([payment?.method, others]).toEqual([isCashFirst ? "store_cash" : "card", []]);
  }
});

test("a card payment after a cash payment is refunded", async () => {
  const made = await make();
  const intent = await openPayLink(shop.orderLinks.signForPaying(made.id, new Date()));
  // Calls the database directly, because the server would close the intent first.
  expect((await take(made.id)).error?.message).toBe("Someone just opened the pay link. Try again.");
  await take(made.id, { closed_intent_id: intent }).throwOnError();
  await confirm(shop, intent);
  await expect.poll(async () => (await paymentsOf(made.id)).length).toBe(2);
  await shop.worker.runOnce();
  await expect
    .poll(async () => (await paymentsOf(made.id)).find(({ method }) => method === "card"))
    .toMatchObject({ purpose: "duplicate", amount_cents: 2000, refunded_cents: 2000 });
  expect(await orderOf(shop, made.id)).toMatchObject({ status: "paid", paid_amount: 20, refunded_amount: 0 });
});

test("a point-of-sale order reserves its slot until its pay link expires", async () => {
  const sql = shop.database.admin;
  await sql`insert into window_rules (delivery_type, weekday, length_minutes, capacity)
    select 'pickup', weekday, 30, 1 from generate_series(0, 6) as weekday`;
  await sql`update store_settings set pickup_windows = true`;
  const [free] = await sql<{ starts_at: Date }[]>`select starts_at from list_windows('pickup', 1)`;
  const window_starts_at = free?.starts_at.toISOString();
  // An order taken along at once needs no pickup time.
  expect((await make()).window_starts_at).toBeNull();
  const made = await make({ window_starts_at });
  const [held] = await sql<{ is_held: boolean }[]>`
    select window_reserved_until > now() + interval '23 hours' as is_held from orders where id = ${made.id}`;
  expect(held?.is_held).toBe(true);
  expect((await mina.client.rpc("create_point_of_sale_order", given({ window_starts_at }))).error?.code).toBe("PT410");
  const [next] = await sql<{ starts_at: Date }[]>`select starts_at from list_windows('pickup', 1)`;
  expect(next?.starts_at).not.toEqual(free?.starts_at);
  await call(mina, "cancel_order", { order_id: made.id });
  const late = await make({ window_starts_at });
  await sql`update orders set window_reserved_until = now() - interval '1 second' where id = ${late.id}`;
  await make({ window_starts_at });
  await expectReply(await openLinkOf(late.id), 409, {
    error: "The time of this order is no longer available. Call us to choose another.",
  });
  await sql`update store_settings set pickup_windows = false`;
});

test("an unpaid point-of-sale order ends after 24 hours and keeps its customer's name", async () => {
  const made = await make();
  await shop.withoutTriggers`update orders set created_at = now() - interval '25 hours' where id = ${made.id}`;
  await shop.worker.runOnce();
  expect(await orderOf(shop, made.id)).toMatchObject({ status: "cancelled", cancel_reason: "abandoned" });
  const [saved] = await shop.database.admin<{ customer_name: string }[]>`
    select customer_name from orders where id = ${made.id}`;
  expect(saved?.customer_name).toBe("Kwame Asante");
});

test("the daily report and the accounting export list store cash and cards separately", async () => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" }).format(new Date());
  const range = { first_day: today, last_day: today };
  const methods = async () => {
    const report: FunctionRow<"daily_report"> = await call(ola, "daily_report", range);
    const { methods: each, sales, refunded } = report;
    expect(each.reduce((sum, { sales: part }) => sum + part, 0)).toBeCloseTo(sales, 2);
    expect(each.reduce((sum, { refunded: part }) => sum + part, 0)).toBeCloseTo(refunded, 2);
    return Object.fromEntries(each.map(({ method, ...rest }) => [method, rest]));
  };
  const before = await methods();
  const cash = await aCashOrder();
  const card = await make();
  await take(card.id, { method: "store_card" }).throwOnError();
  const requested = await call(mina, "request_refund", { order_id: cash.id, amount_cents: 150 });
  await call(mina, "refund_in_store", { refund_id: requested.id });
  const after = await methods();
  const grown = (method: string) => [
    (after[method]?.sales ?? 0) - (before[method]?.sales ?? 0),
    Math.round(((after[method]?.refunded ?? 0) - (before[method]?.refunded ?? 0)) * 100),
  ];
  expect([grown("store_cash"), grown("store_card"), grown("card")]).toEqual([
    [20, 150],
    [20, 0],
    [0, 0],
  ]);
  for (const [what, method] of [
    ["payments", "store_card"],
    ["refunds", "store_cash"],
  ]) {
    const exported = await call(ola, "export_accounting", { what, ...range });
    const lines = exported as { order_number: number; method: string }[];
    const number = what === "payments" ? card.order_number : cash.order_number;
    expect(lines.find(({ order_number }) => order_number === number)?.method).toBe(method);
  }
});
