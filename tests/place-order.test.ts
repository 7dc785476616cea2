import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aPaidOrder, applyEvent, move } from "./paying.ts";
import { AVAILABLE, addLine, call, insert, insertRow, NO_CODE, readRow, readRows, update } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 14.99, discount_price: 12.99 });
const garri = await aProduct(shop, { table: "grain_flour_cereal", name: "Ijebu Garri", price: 10.99 });

const units = (product: { id: number }, quantity: number | null) => ({ product_id: product.id, quantity });
const ITEMS = [units(oil, 2), units(garri, 1)];
const DELIVERY = { delivery_type: "delivery", delivery_address: "1 Palm Street", delivery_phone_number: "2815550123" };

const place = (person: Pick<Person, "client">, input: object) => requestOrder(person.client, ITEMS, 36.97, input);

test("an order is created with its lines at catalog prices", async () => {
  const { data } = await place(ama, { ...DELIVERY, delivery_address: " 1 Palm Street " }).throwOnError();
  expect(data).toMatchObject({
    user_id: ama.id,
    total: 36.97,
    status: "pending",
    delivery_type: "delivery",
    delivery_address: "1 Palm Street",
    delivery_phone_number: "(281) 555-0123",
    delivery_cost: 0,
    delivery_included: false,
  });
  const columns = "product_name, quantity, unit_price";
  expect(await readRows(ama, "order_items", columns, { order_id: data.id }, "id")).toEqual([
    { product_name: "Red Palm Oil", quantity: 2, unit_price: 12.99 },
    { product_name: "Ijebu Garri", quantity: 1, unit_price: 10.99 },
  ]);
});

test("delivery is free from the store's minimum, and stays free when the minimum is raised", async () => {
  const delivery = { ...DELIVERY, delivery_address: "1 Palm Street, Humble, Texas 77338" };
  const included = async (quantity: number) => {
    const items = [units(garri, quantity)];
    const expected_total = Number((10.99 * quantity).toFixed(2));
    const { data } = await place(ama, { ...delivery, items, expected_total }).throwOnError();
    return data as { id: string; delivery_included: boolean };
  };
  expect((await included(9)).delivery_included).toBe(false);
  const order = await included(10);
  expect(order.delivery_included).toBe(true);
  await shop.database.admin`update public.store_settings set free_delivery_minimum = 150`;
  const { data } = await ama.client.from("orders").select("delivery_included").eq("id", order.id).single();
  expect(data).toEqual({ delivery_included: true });
  await shop.database.admin`update public.store_settings set free_delivery_minimum = 100`;
});

test.for(["1 Palm Street", "1 Palm Street, Nowhere 00000", "600 E Street, Anchorage, Alaska 99501"])(
  "free delivery is not promised to %o, which is not known to be within its radius",
  async (delivery_address) => {
    const ten = { items: [units(garri, 10)], expected_total: 109.9 };
    const { data } = await place(ama, { ...DELIVERY, ...ten, delivery_address }).throwOnError();
    expect(data).toMatchObject({ delivery_cost: 0, delivery_included: false });
  },
);

test.for(["1", "555-0123", "call my sister", "28155501234", "+220 123 4567"])(
  "a delivery's phone number %o that cannot be read is kept as typed, in place_order and in a plain insert",
  async (delivery_phone_number) => {
    const delivery = { ...DELIVERY, delivery_phone_number };
    const { data: placed } = await place(ama, delivery).throwOnError();
    const { data: inserted } = await ama.client.from("orders").insert(delivery).select().single().throwOnError();
    expect([placed, inserted]).toMatchObject([{ delivery_phone_number }, { delivery_phone_number }]);
  },
);

test.for([{ delivery_address: " " }, { delivery_phone_number: " " }])(
  "a delivery without an address or a phone number is rejected: %o",
  async (empty) => {
    const delivery = { ...DELIVERY, delivery_phone_number: "my sister", ...empty };
    const { error } = await place(ama, delivery);
    expect([error?.code, error?.message]).toEqual(["23514", expect.stringContaining("delivery_has_address_and_phone")]);
    expect((await ama.client.from("orders").insert(delivery)).error?.code).toBe("23514");
  },
);

test.for(["2815550123", "281.555.0123", "+1 281-555-0123", "1 (281) 555‑0123"])(
  "a delivery's phone number %o is stored as it is read aloud",
  async (delivery_phone_number) => {
    const { data } = await place(ama, { ...DELIVERY, delivery_phone_number }).throwOnError();
    expect(data.delivery_phone_number).toBe("(281) 555-0123");
  },
);

test("an order has at most 200 lines, also by plain inserts", async () => {
  const order = await insertRow(ama, "orders", { delivery_type: "pickup" }, "id");
  const lines = (count: number) =>
    Array.from({ length: count }, () => ({ order_id: order.id, product_id: oil.id, quantity: 1 }));
  const tooMany = await ama.client.from("order_items").insert(lines(201));
  expect([tooMany.status, tooMany.error?.message]).toEqual([422, "An order can have 200 lines at most."]);
  expect((await ama.client.from("order_items").insert(lines(200))).status).toBe(201);
  expect((await ama.client.from("order_items").insert(lines(1))).status).toBe(422);
});

test("another order replaces the unpaid one, and no email is sent about it", async () => {
  const person = await shop.signUp("Changes Her Mind");
  const { data: first } = await place(person, {}).throwOnError();
  const { data: second } = await place(person, {}).throwOnError();
  expect(await readRows(person, "orders", "id, status, cancelled_by, cancel_reason", {}, "created_at")).toEqual([
    { id: first.id, status: "cancelled", cancelled_by: "customer", cancel_reason: "withdrawn" },
    { id: second.id, status: "pending", cancelled_by: null, cancel_reason: null },
  ]);
  expect(await readRows(shop, "outgoing_mails", "id", { order_id: first.id })).toEqual([]);
});

test("of many concurrent orders of a person, one stays unpaid", async () => {
  const person = await shop.signUp("Presses Often");
  const same = randomUUID();
  const keys = [same, same, same, ...Array.from({ length: 8 }, () => randomUUID())];
  const answers = await Promise.all(keys.map((request_key) => place(person, { request_key })));
  expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
  const { data } = await person.client.from("orders").select("status");
  expect(data?.filter(({ status }) => status === "pending")).toHaveLength(1);
  expect(data).toHaveLength(9);
});

test("orders without a request key replace each other, too", async () => {
  const person = await shop.signUp("Leaves The Key Out");
  const add = () => person.client.from("orders").insert({ delivery_type: "pickup" });
  const statuses = async () =>
    (await readRows(person, "orders", "status", {}, "created_at")).map(({ status }) => status);
  for (const _ of [1, 2, 3]) await add().throwOnError();
  expect(await statuses()).toEqual(["cancelled", "cancelled", "pending"]);
  await insert(person, "orders", [{ delivery_type: "pickup" }, { delivery_type: "pickup" }]);
  expect((await statuses()).filter((status) => status === "pending")).toHaveLength(1);
  await shop.database.admin`
    update public.orders set payment_intent_id = ${`pi_${randomUUID()}`}
    where user_id = ${person.id} and status = 'pending'`;
  expect((await add()).status).toBe(423);
});

test("two lines of one product become one", async () => {
  const items = [units(oil, 1), units(oil, 1)];
  const { data } = await place(ama, { items, expected_total: 25.98 }).throwOnError();
  const { data: lines } = await ama.client.from("order_items").select("quantity").eq("order_id", data.id);
  expect(lines).toEqual([{ quantity: 2 }]);
});

test("another user's request key does not return their order", async () => {
  const request_key = randomUUID();
  const mine = await place(ama, { request_key }).throwOnError();
  const kofi = await shop.signUp("Kofi");
  const theirs = await place(kofi, { request_key }).throwOnError();
  expect(theirs.data.id).not.toBe(mine.data.id);
  expect(theirs.data.user_id).toBe(kofi.id);
});

test("a total other than expected keeps the earlier order and returns the new prices", async () => {
  const person = await shop.signUp("Sees New Prices");
  const { data: first } = await place(person, {}).throwOnError();
  const { error, status } = await place(person, { expected_total: 0.01 });
  expect(status).toBe(409);
  expect(JSON.parse(error?.details ?? "")).toEqual({
    total: 36.97,
    amounts: { subtotal: 36.97, delivery_cost: 0, delivery_included: true, tax: 0, total: 36.97, ...NO_CODE },
    items: [
      { product_id: oil.id, name: "Red Palm Oil", unit_price: 12.99, quantity: 2, ...AVAILABLE },
      { product_id: garri.id, name: "Ijebu Garri", unit_price: 10.99, quantity: 1, ...AVAILABLE },
    ],
  });
  expect(await readRows(person, "orders", "id, status")).toEqual([{ id: first.id, status: "pending" }]);
});

test("a deleted product is named without a price and creates no order", async () => {
  const soap = await insertRow(shop, "products", { category: "beauty", name: "Gone", price: 1 }, "id");
  await update(shop, "products", { id: soap.id }, { archived_at: new Date().toISOString() });
  const { error, status } = await place(ama, { items: [units(soap, 1), units(oil, 1)], expected_total: 12.99 });
  expect(status).toBe(409);
  const gone = { ...units(soap, 1), name: null, unit_price: null, ...AVAILABLE };
  expect(JSON.parse(error?.details ?? "").items[0]).toEqual(gone);
});

test.for([
  { what: "no items", input: { items: [] }, error: "An order needs 1 to 200 lines." },
  { what: "items that are not a list", input: { items: { product_id: 1 } }, error: "An order needs 1 to 200 lines." },
  { what: "no request key", input: { request_key: null }, error: "A request key is required." },
  {
    what: "an unknown delivery type",
    input: { ...DELIVERY, delivery_type: "drone" },
    error: expect.stringContaining("orders_delivery_type_check"),
  },
])("an order with $what is rejected with 400", async ({ input, error: message }) => {
  expect(await place(ama, input)).toMatchObject({ status: 400, error: { message } });
});

test.for([0, -2, 1000])("an order of %i units is rejected", async (quantity) => {
  const expected_total = Number((12.99 * quantity).toFixed(2));
  expect((await place(ama, { items: [units(oil, quantity)], expected_total })).status).toBe(400);
});

test("the thirty-first order within ten minutes is rejected until later", async () => {
  const busy = await shop.signUp("Busy");
  for (let count = 0; count < 30; count += 1) await place(busy, {}).throwOnError();
  expect((await place(busy, {})).status).toBe(429);
});

test("an order is paid only by its own intent, amount, and currency, once per event", async () => {
  const order = await anOrder(ama, oil);
  const payment = { order_id: order.id, payment_intent_id: `pi_${order.id}`, amount_cents: 1299 };
  await call(shop, "attach_payment_intent", { ...payment, client_secret: "secret" });
  const event = (more: object, event_type = "payment_intent.succeeded") =>
    applyEvent(shop, event_type, { ...payment, ...more });
  const other = () => `pi_${randomUUID()}`;
  expect(await event({ payment_intent_id: other(), amount_cents: 1298 })).toBe("mismatch");
  expect(await event({ payment_intent_id: other(), currency: "eur" })).toBe("mismatch");
  expect(await event({ payment_intent_id: other(), order_id: randomUUID() })).toBe("unknown_order");
  const failure_message = "Your card was declined.";
  expect(await event({ failure_message }, "payment_intent.payment_failed")).toBe("failed");
  const columns = "status, client_secret, failure_message";
  expect(await readRow(ama, "orders", columns, { id: order.id })).toMatchObject({ status: "pending", failure_message });

  const event_id = `evt_${randomUUID()}`;
  expect(await event({ event_id })).toBe("paid");
  expect(await event({ event_id })).toBe("duplicate");
  expect(await event({})).toBe("already_recorded");
  const paid = { status: "paid", client_secret: null, failure_message: null };
  expect(await readRow(ama, "orders", columns, { id: order.id })).toEqual(paid);
});

test("lines are fixed once a payment intent exists, and another amount is rejected", async () => {
  const order = await anOrder(ama, oil);
  const attach = (amount_cents: number) =>
    shop.data.service.rpc("attach_payment_intent", {
      order_id: order.id,
      payment_intent_id: `pi_${order.id}`,
      client_secret: "secret",
      amount_cents,
    });
  expect((await attach(1)).status).toBe(409);
  await attach(1299).throwOnError();
  expect((await addLine(ama, order.id, { product_id: oil.id })).status).toBe(409);
});

test("a pickup order never goes out for delivery", async () => {
  const admin = await shop.signUpAdmin("Ola Owner");
  const pickup = await aPaidOrder(shop, ama, oil);
  await move(admin, pickup.id, "preparing");
  const onTheRoad = await admin.client.rpc("move_order", { order_id: pickup.id, to_status: "out_for_delivery" });
  expect(onTheRoad.status).toBe(409);
  await move(admin, pickup.id, "ready", "completed");
});

test("an order is placed at the prices that the shopper accepted, even if they change at that moment", async () => {
  const rice = await aProduct(shop, { name: "Rice", price: 10 });
  const items = [units(rice, 1)];
  // The lock stops the order between the price check and the insert of its lines.
  const placed = await shop.database.admin.begin(async (sql) => {
    await sql.script("lock table public.order_items in share mode");
    const answer = place(ama, { items, expected_total: 10 }).then((each) => each);
    const waiting = () => shop.database.admin`
      select 1 from pg_locks where relation = 'public.order_items'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(waiting).toHaveLength(1);
    await shop.database.admin`update public.products set price = 11 where id = ${rice.id}`;
    return { answer };
  });
  const { data, error } = await placed.answer;
  expect([data, error?.code]).toEqual([null, "PT409"]);
  expect(JSON.parse(error?.details ?? "{}")).toMatchObject({ total: 11, items: [{ unit_price: 11 }] });
  const again = await place(ama, { items, expected_total: 11 });
  expect((again.data as { total: number }).total).toBe(11);
});

test.for([
  [[3, -2], 12.99],
  [[1, 0], 12.99],
  [[1000], 12_990],
  [[null, 1], 12.99],
] as const)("lines with %j units of one product are rejected", async ([quantities, total]) => {
  const items = quantities.map((quantity) => units(oil, quantity));
  const { data, error } = await place(ama, { items, expected_total: total });
  expect([data, error?.code]).toEqual([null, "22023"]);
});
