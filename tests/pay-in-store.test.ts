import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { orderEmail } from "#server/messages/order-emails.ts";
import type { OutgoingEmail } from "#server/messages/outgoing-email.ts";
import { expectReply } from "./expect-reply.ts";
import { confirm, leftOf, pay, requestIntent, untilOrder } from "./paying.ts";
import { addLine, call, insert, postJson, readRow, readRows, update } from "./requests.ts";
import { anOrder, aProduct, aVerifiedCustomer, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop({ paymentIntentLimit: 1000 });
const [ola, mina] = await shop.signUpAll("owner", "manager");
const paul = await shop.signUpStaff("Paul Packer", "packer", 100);
const yam = await aProduct(shop, { name: "Puna Yam", price: 10 });
const ALWAYS = [{ days: "Sun-Sat", opens: "00:00", closes: "00:00", text: "always" }];
await update(ola, "store_settings", { id: true }, { pickup_windows: true, opening_hours: ALWAYS });

/** Settings in most tests: every customer may pay in the store, for any total. */
const OPEN = { is_on: true, max_total: 500, needs_completed_order: false, grace_minutes: 60, max_no_shows: 2 };

beforeEach(() => setTerms(OPEN));

const setCapacity = (capacity: number) => shop.database.admin`
  insert into window_rules (delivery_type, weekday, length_minutes, capacity)
  select 'pickup', weekday, 60, ${capacity} from generate_series(0, 6) as weekday
  on conflict (delivery_type, weekday) do update set capacity = excluded.capacity`;
await setCapacity(900);

const setTerms = (terms: Partial<typeof OPEN>) =>
  ola.client.from("pay_in_store_settings").update(terms).eq("id", true).throwOnError();

const aCustomer = (name = "Ama Mensah") => aVerifiedCustomer(shop, name);
const place = (person: Person, quantity = 1, product = yam) => anOrder(person, product, quantity);

const choose = (person: Pick<Person, "client">, orderId: string) =>
  person.client.rpc("choose_pay_in_store", { order_id: orderId });
const check = async (person: Person, orderId: string) =>
  (await person.client.rpc("check_pay_in_store", { order_id: orderId }).single().throwOnError()).data;
async function aStoreOrder(person: Person, quantity = 1, product = yam) {
  const order = await place(person, quantity, product);
  await choose(person, order.id).throwOnError();
  return order;
}
const take = (orderId: string, person = mina, requestKey = randomUUID()) =>
  person.client.rpc("record_store_payment", { order_id: orderId, method: "store_cash", request_key: requestKey });
const takeAtCounter = (orderId: string) =>
  postJson(shop, "/api/counter/payment", { orderId, method: "store_cash", requestKey: randomUUID() }, mina);
const move = async (orderId: string, to_status: string, person = paul) => {
  const data = await call(person, "move_orders", { moves: [{ order_id: orderId, to_status }] });
  return (data as { status: string | null; message: string | null }[])[0];
};
const statusOf = (id: string) =>
  readRow(shop, "orders", "status, cancel_reason, paid_amount, window_reserved_until", { id });
const cardOf = async (orderId: string, person = paul) => {
  const data = await call(person, "read_pick_lists", { order_ids: [orderId] });
  return (data as Record<string, unknown>[])[0];
};
const mailsOf = async (orderId: string) => {
  const data = await readRows(shop, "outgoing_mails", "kind, facts", { order_id: orderId }, "created_at");
  return data as { kind: string; facts: Record<string, unknown> }[];
};
/** Lets the pickup time and the grace time of the order pass. */
const letPass = (orderId: string) =>
  shop.database.admin`
    update public.pay_in_store_orders set pay_by = now() - interval '1 second' where order_id = ${orderId}`;

test("paying in the store is off until the owner turns it on", async () => {
  const fresh = await shop.database.admin`
    select column_default from information_schema.columns
    where table_name = 'pay_in_store_settings' and column_name = 'is_on'`;
  expect(fresh).toEqual([{ column_default: "false" }]);
  await setTerms({ is_on: false });
  const ama = await aCustomer();
  const order = await place(ama);
  expect(await check(ama, order.id)).toMatchObject({ is_offered: false, error: null, is_chosen: false });
  expect((await choose(ama, order.id)).error).toMatchObject({ code: "PT409", message: "turned_off" });
});

test("a change of who may pay in the store is in the audit log", async () => {
  await setTerms({ max_total: 60 });
  const log = await readRows(ola, "audit_log", "before, after", { subject: "Payment in the store" }, "id");
  expect(log.at(-1)).toEqual({ before: { max_total: 500 }, after: { max_total: 60 } });
});

test("a customer chooses to pay in the store; the order stays pending and holds stock and slot", async () => {
  const oil = await aProduct(shop, { name: "Palm Oil", price: 10, stock_count: 3 });
  const ama = await aCustomer();
  const order = await place(ama, 2, oil);
  expect(await leftOf(shop, oil)).toBe(3);
  const payBy = new Date(Date.parse(order.window_ends_at ?? "") + 3_600_000).toISOString();
  const { data } = await choose(ama, order.id).throwOnError();
  expect(new Date(String((data as { pay_by: string }).pay_by)).toISOString()).toBe(payBy);
  // A second press changes nothing.
  await choose(ama, order.id).throwOnError();
  expect(await leftOf(shop, oil)).toBe(1);
  const { status, paid_amount, window_reserved_until } = await statusOf(order.id);
  expect([status, paid_amount, new Date(String(window_reserved_until)).toISOString()]).toEqual(["pending", 0, payBy]);
  expect(await check(ama, order.id)).toMatchObject({ is_offered: false, error: null, is_chosen: true });
  expect((await mailsOf(order.id)).map(({ kind }) => kind).toSorted()).toEqual(["pay_in_store", "shop_pay_in_store"]);
  const other = await aCustomer("Kofi Boateng");
  await choose(other, (await place(other, 1, oil)).id).throwOnError();
  expect(await leftOf(shop, oil)).toBe(0);
});

test("the customer adds nothing to an order that staff pack", async () => {
  const ama = await aCustomer();
  const order = await aStoreOrder(ama);
  const message = "You can no longer change the lines of this order.";
  expect((await addLine(ama, order.id, { product_id: yam.id })).error).toMatchObject({ code: "PT409", message });
});

test.for([
  ["an order above the limit", { max_total: 15 }, 2, "above_limit 15.00"],
  ["a first order", { needs_completed_order: true }, 1, "first_order"],
] as const)("%s must be paid by card", async ([, terms, quantity, message]) => {
  await setTerms(terms);
  const ama = await aCustomer();
  const order = await place(ama, quantity);
  expect(await check(ama, order.id)).toMatchObject({ is_offered: false, error: message });
  expect((await choose(ama, order.id)).error).toMatchObject({ code: "PT409", message });
});

test("a customer with a completed order may pay in the store where that is needed", async () => {
  const ama = await aCustomer();
  const first = await aStoreOrder(ama);
  await take(first.id).throwOnError();
  for (const status of ["preparing", "ready", "completed"]) await move(first.id, status);
  await setTerms({ needs_completed_order: true });
  expect((await choose(ama, (await place(ama)).id)).error).toBeNull();
});

test("a verified email address or phone number is needed", async () => {
  const ama = await shop.signUp("Una Verified");
  await shop.database.admin`
    update auth.identities set identity_data = identity_data - 'email_verified' where user_id = ${ama.id}`;
  const order = await place(ama);
  expect(await check(ama, order.id)).toMatchObject({ is_offered: true, error: null, needs_proof: true });
  expect((await choose(ama, order.id)).error).toMatchObject({ code: "PT409", message: "unverified" });
  await shop.database.admin`
    update auth.users set phone = '12815550199', phone_confirmed_at = now() where id = ${ama.id}`;
  expect((await choose(ama, order.id)).error).toBeNull();
});

test("an order without billing details keeps the name and phone number of its customer until it is anonymized", async () => {
  const ama = await aCustomer("");
  const order = await place(ama);
  const contact = { customer_name: " Ama Boateng ", phone_number: "(281) 555-0177" };
  await call(ama, "choose_pay_in_store", { order_id: order.id, ...contact });
  expect(await cardOf(order.id)).toMatchObject({ name: "Ama Boateng", phone: "(281) 555-0177" });
  const [known] = await shop.database.admin`select phone from private.customers where user_id = ${ama.id}`;
  expect(known).toEqual({ phone: "2815550177" });
  expect((await mailsOf(order.id))[0]?.facts["customer_name"]).toBe("Ama Boateng");
  await call(ama, "cancel_order", { order_id: order.id });
  await shop.database.admin`select private.anonymize_order(${order.id})`;
  const [left] = await shop.database.admin`
    select customer_name, delivery_phone_number from public.orders where id = ${order.id}`;
  expect(left).toEqual({ customer_name: "", delivery_phone_number: "" });
});

test("a customer has one order at a time to pay in the store, and a second one by card leaves it alone", async () => {
  const ama = await aCustomer();
  const first = await aStoreOrder(ama);
  const second = await place(ama);
  expect((await choose(ama, second.id)).error).toMatchObject({ message: "other_order" });
  await pay(shop, second.id);
  expect(await statusOf(first.id)).toMatchObject({ status: "pending" });
});

test("two simultaneous presses take the stock once", async () => {
  const oil = await aProduct(shop, { name: "Twice Oil", price: 10, stock_count: 5 });
  const ama = await aCustomer();
  const order = await place(ama, 2, oil);
  await Promise.all([choose(ama, order.id).throwOnError(), choose(ama, order.id).throwOnError()]);
  expect(await leftOf(shop, oil)).toBe(3);
});

test("an unpaid order is packed, keeps its packing status when paid, and is completed only then", async () => {
  const order = await aStoreOrder(await aCustomer());
  expect(await cardOf(order.id)).toMatchObject({ status: "pending", unpaid_total: 10, is_unread: true });
  const board = await call(paul, "read_desk");
  expect((board as { cards: { id: string }[] }).cards.map(({ id }) => id)).toContain(order.id);
  const [line] = ((await cardOf(order.id))?.["lines"] ?? []) as { id: number }[];
  await call(paul, "pick_line", { order_item_id: line?.id, is_packed: true });
  expect(await cardOf(order.id)).toMatchObject({ status: "preparing", packed_line_ids: [line?.id] });
  expect(await move(order.id, "ready")).toMatchObject({ message: null });
  expect(await cardOf(order.id)).toMatchObject({ status: "ready", unpaid_total: 10, paid_at: null });
  expect(await statusOf(order.id)).toMatchObject({ status: "pending" });
  expect(await move(order.id, "completed")).toEqual(
    expect.objectContaining({ message: `Order ${order.order_number} is not paid. Take the payment first.` }),
  );
  const ready = (await mailsOf(order.id)).find(({ kind }) => kind === "order_ready");
  expect(ready?.facts).toMatchObject({ paid_amount: 0, pay_in_store_by: expect.any(String) });
  await take(order.id).throwOnError();
  expect(await statusOf(order.id)).toMatchObject({ status: "ready", paid_amount: 10 });
  expect(await cardOf(order.id)).toMatchObject({ status: "ready", unpaid_total: null });
  // The customer is in the store: no second email says that it is ready.
  expect((await mailsOf(order.id)).filter(({ kind }) => kind === "order_ready")).toHaveLength(1);
  expect(await move(order.id, "completed")).toMatchObject({ status: "completed", message: null });
});

test("emails print that the order is unpaid, what to bring, and until when it is held", async () => {
  const order = await aStoreOrder(await aCustomer(), 2);
  await move(order.id, "preparing");
  await move(order.id, "ready");
  const data = await readRows(shop, "outgoing_mails", "id, kind, order_id, recipient, created_at, facts", {
    order_id: order.id,
  });
  const until = /We hold it until \w+ \d+, \d+, \d+:\d\d [AP]M\./;
  const context = { shop: defaultStoreSettings, publicOrigin: "https://shop.test", linkToken: "token" };
  const texts = Object.fromEntries(
    (data as unknown as OutgoingEmail[]).map((mail) => [mail.kind, orderEmail(mail, context).text]),
  );
  for (const kind of ["pay_in_store", "order_ready"]) {
    expect(texts[kind]).toContain("It is not paid yet: bring $20.00 in cash or a card.");
    expect(texts[kind]).toMatch(until);
  }
  const accepting = { ...context, shop: { ...defaultStoreSettings, acceptsSnap: true } };
  const ready = (data as unknown as OutgoingEmail[]).find(({ kind }) => kind === "order_ready");
  expect(ready && orderEmail(ready, accepting).text).toContain("bring $20.00 in cash, a card, or your EBT card.");
  expect(texts["shop_pay_in_store"]).toContain("It is not paid: take $20.00 before you hand it over.");
});

test("a status change of an unpaid order is undone, with its email", async () => {
  const order = await aStoreOrder(await aCustomer());
  await move(order.id, "preparing");
  await move(order.id, "ready");
  const undo = async () => (await call(paul, "undo_order_moves", { order_ids: [order.id] })) as object[];
  expect(await undo()).toMatchObject([{ status: "preparing", was_notified: false }]);
  expect((await mailsOf(order.id)).map(({ kind }) => kind)).not.toContain("order_ready");
  expect(await undo()).toMatchObject([{ status: "pending" }]);
  expect(await undo()).toMatchObject([{ status: null, message: "You can no longer undo this step." }]);
});

test("packing steps before the payment keep their person, whoever records the payment", async () => {
  const order = await aStoreOrder(await aCustomer());
  await move(order.id, "preparing");
  await move(order.id, "ready", mina);
  const stepsBy = async (person: Person) =>
    readRow(
      person,
      "pay_in_store_orders",
      "packer:profiles!pay_in_store_orders_packing_by_fkey(name), finisher:profiles!pay_in_store_orders_ready_by_fkey(name)",
      { order_id: order.id },
    );
  expect(await stepsBy(mina)).toEqual({ packer: { name: "Paul Packer" }, finisher: { name: "Mina Manager" } });
  await call(mina, "undo_order_moves", { order_ids: [order.id] });
  expect(await stepsBy(mina)).toEqual({ packer: { name: "Paul Packer" }, finisher: null });
  await move(order.id, "ready");
  await take(order.id, ola).throwOnError();
  expect(await stepsBy(mina)).toEqual({ packer: { name: "Paul Packer" }, finisher: { name: "Paul Packer" } });
});

test("staff record the payment once, and ledger and audit log show it", async () => {
  const order = await aStoreOrder(await aCustomer(), 2);
  expect(((await call(mina, "read_point_of_sale")) as FunctionRow<"read_point_of_sale">).unpaid).toContainEqual(
    expect.objectContaining({ id: order.id, total: 20, channel: "online", name: "Ama Mensah" }),
  );
  const key = randomUUID();
  await Promise.all([take(order.id, mina, key).throwOnError(), take(order.id, mina, key).throwOnError()]);
  const columns = "amount_cents, method, purpose, recorded_by";
  const payments = await readRows(mina, "payments", columns, { order_id: order.id });
  expect(payments).toEqual([{ amount_cents: 2000, method: "store_cash", purpose: "order", recorded_by: mina.id }]);
  const log = await readRows(ola, "audit_log", "kind, after", { subject: `Order ${order.order_number}` });
  expect(log).toEqual([{ kind: "counter", after: { paid: 20, method: "store_cash" } }]);
  expect((await take(order.id)).error).toMatchObject({ code: "PT409", message: "This order is already paid." });
});

test("recording the payment does not take the stock again or raise an alert about its time", async () => {
  const oil = await aProduct(shop, { name: "Red Oil", price: 10, stock_count: 2 });
  const order = await aStoreOrder(await aCustomer(), 2, oil);
  await shop.database.admin`
    update public.orders set window_starts_at = now() - interval '10 minutes' where id = ${order.id}`;
  await take(order.id).throwOnError();
  expect(await leftOf(shop, oil)).toBe(0);
  expect(await shop.database.admin`select kind from public.shop_alerts where order_id = ${order.id}`).toEqual([]);
});

test("the pay link and the payment of other online orders stay with their customers", async () => {
  const ama = await aCustomer();
  const order = await place(ama);
  expect((await take(order.id)).error?.code).toBe("PT404");
  const intentId = await requestIntent(shop, ama, order.id);
  expect((await takeAtCounter(order.id)).status).toBe(404);
  await confirm(shop, intentId);
  await untilOrder(shop, order.id, ({ status }) => status === "paid");
  const link = { order_id: (await aStoreOrder(await aCustomer())).id, how: "copy", request_key: randomUUID() };
  expect((await mina.client.rpc("send_pay_link", link)).error?.code).toBe("PT404");
});

test("a card payment that still arrives pays the order", async () => {
  const ama = await aCustomer();
  const order = await place(ama);
  const intentId = await requestIntent(shop, ama, order.id);
  await choose(ama, order.id).throwOnError();
  await move(order.id, "preparing");
  await confirm(shop, intentId);
  await untilOrder(shop, order.id, ({ status }) => status === "preparing");
  expect(await statusOf(order.id)).toMatchObject({ paid_amount: 10 });
  expect((await take(order.id)).error).toMatchObject({ message: "This order is already paid." });
});

test("the store's endpoint closes the open card payment before cash is recorded", async () => {
  const ama = await aCustomer();
  const order = await place(ama);
  const intentId = await requestIntent(shop, ama, order.id);
  await choose(ama, order.id).throwOnError();
  await expectReply(await takeAtCounter(order.id), 200, { status: "paid" });
  await expect(confirm(shop, intentId)).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
});

test("an order that is not picked up is canceled with an email, and its stock and slot are free again", async () => {
  const oil = await aProduct(shop, { name: "Green Oil", price: 10, stock_count: 1 });
  const order = await aStoreOrder(await aCustomer(), 1, oil);
  await move(order.id, "preparing");
  await shop.worker.runOnce();
  expect(await statusOf(order.id)).toMatchObject({ status: "pending" });
  await letPass(order.id);
  await shop.worker.runOnce();
  expect(await statusOf(order.id)).toMatchObject({ status: "cancelled", cancel_reason: "no_show", paid_amount: 0 });
  expect(await leftOf(shop, oil)).toBe(1);
  const canceled = (await mailsOf(order.id)).find(({ kind }) => kind === "order_cancelled");
  expect(canceled?.facts).toMatchObject({ cancel_reason: "no_show" });
  expect((await take(order.id)).error).toMatchObject({
    code: "PT409",
    message: "This order is canceled. Don't take payment for it.",
  });
  const board = await call(paul, "read_desk");
  expect((board as { cards: { id: string }[] }).cards.map(({ id }) => id)).not.toContain(order.id);
});

test("an order older than 24 hours is held until its time is over", async () => {
  const order = await aStoreOrder(await aCustomer());
  await shop.database.admin`
    update public.orders set created_at = now() - interval '3 days' where id = ${order.id}`;
  await shop.worker.runOnce();
  expect(await statusOf(order.id)).toMatchObject({ status: "pending" });
  await call(shop, "cancel_abandoned_order", { order_id: order.id });
  expect(await statusOf(order.id)).toMatchObject({ status: "pending" });
});

test("of simultaneous expiry and payment, exactly one happens", async () => {
  for (let round = 0; round < 10; round++) {
    const oil = await aProduct(shop, { name: `Race Oil ${round}`, price: 10, stock_count: 1 });
    const order = await aStoreOrder(await aCustomer(`Race Runner ${round}`), 1, oil);
    await letPass(order.id);
    const [taken, ended] = await Promise.all([
      take(order.id),
      shop.data.service.rpc("cancel_abandoned_order", { order_id: order.id }).throwOnError(),
    ]);
    const { status, paid_amount } = await statusOf(order.id);
    const isPaid = taken.error === null;
    expect([ended.data, status, paid_amount, await leftOf(shop, oil)]).toEqual(
      isPaid ? [false, "paid", 10, 0] : [true, "cancelled", 0, 1],
    );
  }
});

/** Creates a customer who did not pick up two orders. */
async function aNoShow(): Promise<Person> {
  const person = await aCustomer();
  for (const _ of [1, 2]) {
    await letPass((await aStoreOrder(person)).id);
    await shop.worker.runOnce();
  }
  return person;
}

test("customers with too many orders not picked up can no longer pay in the store", async () => {
  const ama = await aNoShow();
  const next = await place(ama);
  expect((await choose(ama, next.id)).error).toMatchObject({ code: "PT409", message: "not_picked_up" });
  // Another customer, whose orders were more than a year ago.
  const esi = await aNoShow();
  await shop.database.admin`
    update public.orders set created_at = created_at - interval '1 year' where user_id = ${esi.id}`;
  expect((await choose(esi, (await place(esi)).id)).error).toBeNull();
  await setTerms({ max_no_shows: 0 });
  expect((await choose(ama, next.id)).error).toBeNull();
});

test("orders that were not picked up count also after the account is deleted and made again", async () => {
  const ama = await aNoShow();
  await shop.database.admin`delete from auth.users where id = ${ama.id}`;
  const again = await aCustomer();
  const kofi = await aCustomer();
  await shop.database.admin`update auth.users set email = ${ama.email} where id = ${again.id}`;
  await shop.database.admin`
    update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${ama.email}::text)
    where user_id = ${again.id}`;
  const next = await place(again);
  expect((await choose(again, next.id)).error?.message).toBe("not_picked_up");
  await shop.database.admin`update private.earlier_no_shows set ordered_at = ordered_at - interval '1 year'`;
  expect((await choose(again, next.id)).error).toBeNull();
  expect((await choose(kofi, (await place(kofi)).id)).error).toBeNull();
});

test("a customer who canceled three orders to pay in the store this week pays by card", async () => {
  const ama = await aCustomer();
  for (const _ of [1, 2, 3]) await call(ama, "cancel_order", { order_id: (await aStoreOrder(ama)).id });
  const next = await place(ama);
  expect((await choose(ama, next.id)).error).toMatchObject({ code: "PT409", message: "often_canceled" });
  await shop.database.admin`update pay_in_store_orders set chosen_at = chosen_at - interval '8 days'`;
  expect((await choose(ama, next.id)).error).toBeNull();
});

test("customer and staff cancel the order before payment, which releases everything", async () => {
  const oil = await aProduct(shop, { name: "Cancel Oil", price: 10, stock_count: 1 });
  for (const who of ["customer", "packer"] as const) {
    const ama = await aCustomer();
    const order = await aStoreOrder(ama, 1, oil);
    await call(who === "customer" ? ama : paul, "cancel_order", { order_id: order.id });
    expect(await statusOf(order.id)).toMatchObject({ status: "cancelled", cancel_reason: "requested" });
    expect(await leftOf(shop, oil)).toBe(1);
    expect(await move(order.id, "preparing", mina)).toMatchObject({ status: null });
    expect(await call(shop, "cancel_abandoned_order", { order_id: order.id })).toBe(false);
  }
});

test("another pickup time extends the hold", async () => {
  const ama = await aCustomer();
  const order = await aStoreOrder(ama);
  const later = (await call(shop.guest, "list_windows", { delivery_type: "pickup", max_count: 3 }))[2];
  await call(ama, "set_order_window", { order_id: order.id, starts_at: later?.starts_at });
  const { data } = await ama.client.from("pay_in_store_orders").select("pay_by").eq("order_id", order.id).single();
  const payBy = Date.parse(later?.ends_at ?? "") + 3_600_000;
  expect(Date.parse(String(data?.["pay_by"]))).toBe(payBy);
  expect(Date.parse(String((await statusOf(order.id)).window_reserved_until))).toBe(payBy);
});

test("the order's slot counts for everyone, also for the customer's next order", async () => {
  await setCapacity(1);
  try {
    const ama = await aCustomer();
    const order = await aStoreOrder(ama);
    const free = await call(ama, "list_windows", { delivery_type: "pickup" });
    expect(free.map(({ starts_at }) => Date.parse(starts_at))).not.toContain(Date.parse(order.window_starts_at ?? ""));
  } finally {
    await setCapacity(900);
  }
});

test.for([
  ["for one order per person", { once_per_person: true }, "already_used"],
  ["for one order", { max_uses: 1 }, "used_up"],
] as const)("a code %s is not used a second time while the first order is not paid", async ([, terms, problem]) => {
  const code = `ONCE${randomUUID().slice(0, 6).toUpperCase()}`;
  await insert(ola, "discount_codes", { code, percent: 10, ...terms });
  const ama = await aCustomer();
  await call(ama, "enter_discount_code", { code });
  await aStoreOrder(ama);
  await call(ama, "enter_discount_code", { code });
  const data = await call(ama, "quote_cart", { items: [{ product_id: yam.id, quantity: 1 }] });
  expect(data).toMatchObject({ total: 10, discount_error: problem });
});

test("a code that gave an order in the store no discount stays entered", async () => {
  const code = `WEARS${randomUUID().slice(0, 6).toUpperCase()}`;
  await insert(ola, "discount_codes", { code, percent: 10, categories: ["wears"] });
  const ama = await aCustomer();
  await call(ama, "enter_discount_code", { code });
  await aStoreOrder(ama);
  const data = await call(ama, "quote_cart", { items: [{ product_id: yam.id, quantity: 1 }] });
  expect(data).toMatchObject({ discount_code: code, discount_error: "other_products" });
});

test("the cart's next order and a deleted account release stock and slot, and nothing else", async () => {
  const oil = await aProduct(shop, { name: "Leaving Oil", price: 10, stock_count: 1 });
  const ama = await aCustomer();
  const order = await aStoreOrder(ama, 1, oil);
  expect((await ama.client.rpc("withdraw_order", { order_id: order.id })).error?.code).toBe("PT409");
  await shop.database.admin`delete from auth.users where id = ${ama.id}`;
  expect(await statusOf(order.id)).toMatchObject({ status: "cancelled" });
  expect(await leftOf(shop, oil)).toBe(1);
});
