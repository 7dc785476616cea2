import { expect, test } from "vitest";
import { requireMfaOfAdmins } from "#server/database/prepare-database.ts";
import { aPaidOrder, move, orderOf } from "./paying.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const oil = await aProduct(shop, { price: 10 });
const [ama, owner, manager, packer] = await shop.signUpAll("customer", "owner", "manager", "packer");

const roleOf = async ({ client }: Pick<Person, "client">) => (await client.rpc("staff_role")).data;
const visibleOrders = async (person: Pick<Person, "client">, id: string) =>
  (await person.client.from("orders").select("id, profiles(name)").eq("id", id)).data;

test("staff_role returns each staff member's role, and null for a customer", async () => {
  expect(await Promise.all([owner, manager, packer, ama].map(roleOf))).toEqual(["owner", "manager", "packer", null]);
  const isAdmin = await Promise.all(
    [owner, manager, packer].map(async ({ client }) => (await client.rpc("is_admin")).data),
  );
  expect(isAdmin).toEqual([true, false, false]);
});

test("a packer sees open orders with their customers, and no older ones", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const pending = await anOrder(await shop.signUp("Kofi"), oil);
  const visible = [{ id: order.id, profiles: { name: "Ama Mensah" } }];
  for (const person of [owner, manager, packer]) expect(await visibleOrders(person, order.id)).toEqual(visible);
  expect(await visibleOrders(packer, pending.id)).toEqual([]);
  expect(await visibleOrders(manager, pending.id)).toHaveLength(1);

  await move(packer, order.id, "preparing", "ready", "completed");
  expect(await visibleOrders(packer, order.id)).toEqual(visible);
  await shop.database.admin`
    update public.orders set paid_at = now() - interval '8 days' where id = ${order.id}`;
  expect(await visibleOrders(packer, order.id)).toEqual([]);
  for (const table of ["order_items", "order_status_changes", "billing_details", "refunds"]) {
    const { data } = await packer.client.from(table).select("order_id").eq("order_id", order.id);
    expect([table, data]).toEqual([table, []]);
  }
  expect((await packer.client.from("profiles").select("id").eq("id", ama.id)).data).toEqual([]);
  expect(await visibleOrders(manager, order.id)).toEqual(visible);
  expect((await packer.client.rpc("request_refund", { order_id: order.id, amount_cents: 1 })).status).toBe(404);
});

test("a packer refunds no more of one order than the refund limit, by any function", async () => {
  const order = await aPaidOrder(shop, ama, oil, 5);
  const giveBack = ({ client }: Person, amount_cents: number) =>
    client.rpc("request_refund", { order_id: order.id, amount_cents });
  expect((await giveBack(packer, 1500)).error).toBeNull();
  const tooMuch = await giveBack(packer, 501);
  expect([tooMuch.status, tooMuch.error?.message]).toEqual([
    403,
    "You can refund up to $20.00 of an order. Ask a manager.",
  ]);
  expect((await giveBack(packer, 500)).error).toBeNull();
  expect((await giveBack(packer, 1)).status).toBe(403);
  expect((await packer.client.rpc("cancel_order", { order_id: order.id })).status).toBe(403);
  expect((await orderOf(shop, order.id)).status).toBe("paid");
  expect((await giveBack(manager, 2500)).error).toBeNull();
  await owner.client.from("staff").update({ refund_limit: 25 }).eq("user_id", packer.id).throwOnError();
  expect((await giveBack(packer, 500)).error).toBeNull();
  await owner.client.from("staff").update({ refund_limit: 20 }).eq("user_id", packer.id).throwOnError();
});

test("two simultaneous refunds of a packer stay within the limit together", async () => {
  const order = await aPaidOrder(shop, ama, oil, 5);
  const responses = await Promise.all(
    [1, 2, 3].map(() => packer.client.rpc("request_refund", { order_id: order.id, amount_cents: 900 })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 403]);
});

test("a packer cancels their own orders like every customer, and no others", async () => {
  const order = await aPaidOrder(shop, packer, oil, 5);
  const cancelled = await packer.client.rpc("cancel_order", { order_id: order.id });
  expect(cancelled.data).toMatchObject({ status: "cancelled", cancelled_by: "customer" });
  const started = await aPaidOrder(shop, packer, oil, 5);
  await move(packer, started.id, "preparing");
  expect((await packer.client.rpc("cancel_order", { order_id: started.id })).status).toBe(409);
});

test("a manager edits the settings except money, contact addresses, map position, and delivery radius", async () => {
  const change = ({ client }: Person, given: object) =>
    client.from("store_settings").update(given).eq("id", true).select("phone");
  expect((await change(manager, { phone: "(281) 555-0177" })).data).toEqual([{ phone: "(281) 555-0177" }]);
  expect((await change(packer, { phone: "(281) 555-0178" })).data).toEqual([]);
  expect((await change(manager, { banner_text: "Free plantain this week" })).data).toHaveLength(1);
  for (const person of [packer, ama]) expect((await change(person, { banner_text: "Mine" })).data).toEqual([]);
  for (const ownerSettings of [
    { free_delivery_minimum: 1 },
    { express_checkout: true },
    { accepts_snap: true },
    { quotes_carts: true },
    { delivery_summary: { lowest_fee: 0 } },
    { email: "mina@test.example" },
    { whatsapp_number: "+2348055550142" },
    { latitude: 40.1 },
    { longitude: -75.2 },
    { free_delivery_miles_home: 5000 },
    { free_delivery_miles_cart: 5000 },
    { has_order_texts: true },
    { texts_per_day: 9 },
  ]) {
    expect([ownerSettings, (await change(manager, ownerSettings)).error?.code]).toEqual([ownerSettings, "42501"]);
    expect((await change(packer, ownerSettings)).data).toEqual([]);
  }
  expect((await change(owner, { email: "orders@test.example", free_delivery_miles_cart: 25 })).error).toBeNull();
  expect((await change(owner, { free_delivery_minimum: 90 })).error).toBeNull();
  expect((await change(owner, { whatsapp_number: "+1 281 555 0142" })).error).toBeNull();
});

const ENDS: [how: string, end: (person: Person) => PromiseLike<unknown>][] = [
  ["their role was revoked", ({ id }) => owner.client.from("staff").delete().eq("user_id", id).throwOnError()],
  ["they were banned", ({ id }) => shop.data.service.auth.admin.updateUserById(id, { ban_duration: "24h" })],
  ["their session was ended", ({ client }) => client.auth.signOut({ scope: "global" })],
];

for (const role of ["packer", "manager"] as const) {
  test.for(ENDS)(`a ${role}'s next request is rejected once %s, though the token is still valid`, async ([, end]) => {
    const order = await aPaidOrder(shop, ama, oil);
    const person = await shop.signUpStaff("Short Stay", role);
    const client = shop.data.as(person.accessToken);
    expect((await client.from("orders").select("id").eq("id", order.id)).data).toHaveLength(1);
    await end(person);
    expect((await client.rpc("staff_role")).data).toBeNull();
    expect((await client.from("orders").select("id").eq("id", order.id)).data).toEqual([]);
    for (const table of ["order_items", "billing_details"] as const) {
      expect((await client.from(table).select("order_id").eq("order_id", order.id)).data).toEqual([]);
    }
    expect((await client.rpc("move_order", { order_id: order.id, to_status: "preparing" })).status).toBe(404);
    expect((await client.rpc("request_refund", { order_id: order.id, amount_cents: 1 })).status).toBe(404);
    expect((await client.from("products").update({ price: 1 }).eq("id", oil.id).select("id")).data).toEqual([]);
  });
}

test("where admins need MFA, managers and packers need it too", async () => {
  await requireMfaOfAdmins(shop.database, true);
  expect(await Promise.all([owner, manager, packer].map(roleOf))).toEqual([null, null, null]);
  await requireMfaOfAdmins(shop.database, false);
});
