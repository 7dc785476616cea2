import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { expectReply } from "./expect-reply.ts";
import { pay, payAtSandbox, untilOrder } from "./paying.ts";
import { addLine, call, insert, insertRow, postJson, readRow } from "./requests.ts";
import { aProduct, openTestShop, requestOrder } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpAdmin("Ola Owner")]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 20 });

beforeEach(async () => await admin.client.from("delivery_zones").delete().gt("id", 0).throwOnError());

const addZone = (zone: object) => insert(admin, "delivery_zones", { name: "Near", max_miles: 10, ...zone });

const HUMBLE = { street: "18 Cypress Bend", unit: "", city: "Humble", zip: "77338", driver_note: "" };

const PLACE = { delivery_type: "delivery", delivery_address: "18 Cypress Bend", delivery_phone_number: "2815550123" };

const place = (expected_total: number, changes: object = {}, quantity = 1, person = ama) =>
  requestOrder(person.client, [{ product_id: oil.id, quantity }], expected_total, {
    ...PLACE,
    delivery_place: HUMBLE,
    ...changes,
  });

const quote = (quantity: number, delivery_zip: string) => {
  const items = [{ product_id: oil.id, quantity }];
  return call(shop.guest, "quote_cart", { items, delivery_type: "delivery", delivery_zip });
};

const orderOf = (id: string) => readRow(shop, "orders", "*", { id });

const rejectionOf = async (answer: ReturnType<typeof place>) => {
  const { status, error } = await answer;
  return [status, error?.message];
};

test("the zone's fee is part of the total, in the quote as in the order, and is stored with it", async () => {
  await addZone({ fee: 5.5, free_from: 60 });
  const fee = { delivery_cost: 5.5, delivery_included: true, total: 25.5 };
  expect(await quote(1, "77338")).toMatchObject({ subtotal: 20, ...fee });
  const outdated = await place(20);
  expect([outdated.status, JSON.parse(outdated.error?.details ?? "").amounts]).toMatchObject([409, fee]);
  expect((await place(25.5).throwOnError()).data).toMatchObject({ ...fee, delivery_zip: "77338" });
  expect(await quote(3, "77338")).toMatchObject({ delivery_cost: 0, delivery_included: true, total: 60 });
  expect((await place(60, {}, 3).throwOnError()).data).toMatchObject({ delivery_cost: 0, total: 60 });
});

test("a later fee changes no order", async () => {
  await addZone({ fee: 5 });
  const { data } = await place(25).throwOnError();
  await admin.client.from("delivery_zones").update({ fee: 9 }).gt("id", 0).throwOnError();
  expect(await orderOf(data.id)).toMatchObject({ delivery_cost: 5, total: 25 });
  await payAtSandbox(shop, ama, data.id);
  await untilOrder(shop, data.id, ({ status, total }) => status === "paid" && total === 25);
});

test("pickup is free, whatever the ZIP code", async () => {
  await addZone({ fee: 5 });
  const { data } = await place(20, { delivery_type: "pickup" }).throwOnError();
  expect(data).toMatchObject({ delivery_cost: 0, delivery_included: true, delivery_zip: "", delivery_city: "" });
});

test("an unknown fee is agreed by staff, unless the order qualifies for free delivery", async () => {
  await addZone({ fee: null, free_from: 60 });
  expect((await place(20).throwOnError()).data).toMatchObject({ delivery_cost: 0, delivery_included: false });
  expect((await place(60, {}, 3).throwOnError()).data).toMatchObject({ delivery_included: true });
});

test("without zones a distant ZIP code is accepted, without a fee and without free delivery", async () => {
  const chicago = { delivery_place: { ...HUMBLE, city: "Chicago", zip: "60601" } };
  const none = { delivery_cost: 0, delivery_included: false };
  expect((await place(120, chicago, 6).throwOnError()).data).toMatchObject({ total: 120, ...none });
  expect((await place(120, {}, 6).throwOnError()).data).toMatchObject({ delivery_included: true });
  expect((await place(20).throwOnError()).data).toMatchObject({ delivery_included: false });
});

test("with zones no order is delivered outside of them, whichever way it is placed", async () => {
  await addZone({ fee: 5 });
  const katy = { city: "Katy", zip: "77449" };
  const rejected = (zip: object) => rejectionOf(place(20, { delivery_place: { ...HUMBLE, ...zip } }));
  expect(await rejected(katy)).toEqual([422, "We don't deliver to 77449. Choose pickup."]);
  expect(await rejected({ zip: "" })).toEqual([422, "Enter the ZIP code of the delivery address."]);
  const order = { ...PLACE, user_id: ama.id, delivery_address: "1 Fry Road, Katy, TX 77449", delivery_cost: 0 };
  expect((await ama.client.from("orders").insert(order)).status).toBe(422);
});

test("a plain insert gets the fee, too, whatever it contains", async () => {
  await addZone({ fee: 5 });
  const person = await shop.signUp("Plain Insert");
  const address = { delivery_address: "18 Cypress Bend, Humble, TX 77338-1234", delivery_cost: 0 };
  const order = await insertRow(person, "orders", { ...PLACE, user_id: person.id, ...address, total: 1 }, "id");
  await addLine(person, order.id, { product_id: oil.id }).throwOnError();
  expect(await orderOf(order.id)).toMatchObject({ delivery_zip: "77338", delivery_cost: 5, total: 25 });
});

test("an order below the delivery minimum cannot be placed or paid", async () => {
  await addZone({ fee: 5, min_order: 30 });
  expect(await rejectionOf(place(25))).toEqual([422, "The minimum order for 77338 is $30.00."]);
  const { data: order } = await place(45, {}, 2).throwOnError();
  await admin.client.from("delivery_zones").update({ min_order: 50 }).gt("id", 0).throwOnError();
  const answer = await postJson(shop, "/api/create-payment-intent", { orderId: order.id }, ama);
  await expectReply(answer, 422, { error: "The minimum order for 77338 is $50.00." });
  for (const [client, status] of [
    [shop.guest, 401],
    [(await shop.signUp("Kofi Stranger")).client, 404],
    [admin.client, 404],
  ] as const) {
    expect((await client.rpc("check_fulfillment", { order_id: order.id })).status).toBe(status);
  }
});

test("the address is composed of its parts, with the store's state", async () => {
  const { data } = await place(20, {
    delivery_address: "something else",
    delivery_place: { ...HUMBLE, street: " 18 Cypress Bend ", unit: "Apt 4", driver_note: " Gate 12.\u0007\nRing. " },
  }).throwOnError();
  expect(await orderOf(data.id)).toMatchObject({
    delivery_address: "18 Cypress Bend, Apt 4, Humble, Texas 77338",
    delivery_street: "18 Cypress Bend",
    delivery_unit: "Apt 4",
    delivery_city: "Humble",
    delivery_zip: "77338",
    driver_note: "Gate 12. \nRing.",
  });
});

test.for<[place: Record<string, string> | null, address: string, zip: string]>([
  [null, "18 Cypress Bend, Humble, TX 77338", "77338"],
  [{ street: "18 Cypress Bend, Humble, TX 77338" }, "18 Cypress Bend, Humble, TX 77338", "77338"],
  [{ street: "18 Cypress Bend", zip: "77338" }, "18 Cypress Bend, Texas 77338", "77338"],
  [{ street: "77338 Cypress Bend" }, "77338 Cypress Bend", ""],
  [null, "Farm Road 1773381", ""],
])("the ZIP code of the address %o is recognized, if it has one", async ([parts, address, zip]) => {
  const { data } = await place(20, { delivery_address: address, delivery_place: parts }).throwOnError();
  expect(await orderOf(data.id)).toMatchObject({ delivery_address: address, delivery_zip: zip });
});

test("the fee follows the ZIP code in the delivery address", async () => {
  await addZone({ name: "Near", max_miles: 10, fee: 1 });
  await addZone({ name: "Far", max_miles: 60, fee: 30 });
  const far = "12 Bay Area Boulevard, Houston, TX 77058";
  const added = await insertRow(ama, "orders", { ...PLACE, delivery_address: far, delivery_zip: "77338" }, "id");
  await addLine(ama, added.id, { product_id: oil.id }).throwOnError();
  expect(await orderOf(added.id)).toMatchObject({ delivery_address: far, delivery_zip: "77058", total: 50 });
  const placed = await place(50, { delivery_address: far, delivery_place: { zip: "77338" } }).throwOnError();
  expect(await orderOf(placed.data.id)).toMatchObject({ delivery_zip: "77058", delivery_cost: 30 });
  // The ZIP code is appended to an address without one.
  const named = { delivery_address: "18 Cypress Bend, Humble", delivery_place: { zip: "77338" } };
  const { data: near } = await place(21, named).throwOnError();
  const completed = { delivery_address: "18 Cypress Bend, Humble, Texas 77338", delivery_zip: "77338" };
  expect(await orderOf(near.id)).toMatchObject(completed);
});

test("address parts that are not text, or too long, are rejected", async () => {
  const parts = [{ zip: 77338 }, { street: null }, { driver_note: "n".repeat(301) }, { street: "s".repeat(201) }];
  for (const wrong of [...parts.map((part) => ({ ...HUMBLE, ...part })), [], "18 Cypress Bend", 7]) {
    expect([wrong, (await place(20, { delivery_place: wrong })).status]).toEqual([wrong, 400]);
  }
});

test("emails state the delivery fee and the driver's instructions", async () => {
  await addZone({ fee: 5.5 });
  const person = await shop.signUp("Efua Mails");
  const instructions = { delivery_place: { ...HUMBLE, driver_note: "Gate 12" } };
  const { data } = await place(25.5, instructions, 1, person).throwOnError();
  await pay(shop, data.id);
  await shop.worker.runOnce();
  const mails = shop.mailbox.list().filter(({ text }) => text.includes(data.id));
  expect(mails.length).toBeGreaterThanOrEqual(2);
  for (const { text } of mails) {
    expect(text).toContain("$5.50");
    expect(text).toContain("$25.50");
    expect(text).toContain("Delivery to 18 Cypress Bend, Humble, Texas 77338");
    expect(text).toContain("For the driver: Gate 12");
  }
});

test("deleting an account anonymizes every part of an address after the order ends", async () => {
  const kofi = await shop.signUp("Kofi");
  const instructions = { delivery_place: { ...HUMBLE, driver_note: "Ask for Kofi" } };
  const { data } = await place(20, instructions, 1, kofi).throwOnError();
  await call(kofi, "cancel_order", { order_id: data.id });
  await shop.data.service.auth.admin.deleteUser(kofi.id);
  expect(await orderOf(data.id)).toMatchObject({
    delivery_address: "",
    delivery_street: "",
    delivery_unit: "",
    delivery_city: "",
    delivery_zip: "",
    driver_note: "",
  });
});

test("a full refund includes the fee", async () => {
  await addZone({ fee: 5 });
  const { data } = await place(25, {}, 1, await shop.signUp("Refund Fee")).throwOnError();
  await pay(shop, data.id);
  await call(admin, "request_refund", { order_id: data.id, request_key: randomUUID() });
  await shop.worker.runOnce();
  await untilOrder(shop, data.id, ({ status, refunded_amount }) => status === "refunded" && refunded_amount === 25);
});
