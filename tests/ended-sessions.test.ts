import { expect, test } from "vitest";
import { orderInput } from "./order-input.ts";
import { aPaidOrder, orderOf } from "./paying.ts";
import { postJson } from "./requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "./running-shop.ts";

/**
 * An access token stays valid up to an hour after its session ends, but it is rejected wherever money or admin
 * permissions are involved.
 */
const shop = await openTestShop({ paymentIntentLimit: 100 });
const oil = await aProduct(shop);

/** A stolen access token and a client that uses it. */
const withToken = ({ accessToken }: Person) => shop.data.as(accessToken);

const ENDS: [how: string, end: (person: Person) => Promise<unknown>][] = [
  ["a logout on all devices", ({ client }) => client.auth.signOut({ scope: "global" })],
  [
    "a logout on other devices",
    async ({ email }) => {
      const other = shop.newClient();
      await other.auth.signInWithPassword({ email, password: "long enough" });
      await other.auth.signOut({ scope: "others" });
    },
  ],
  ["a ban", ({ id }) => shop.data.service.auth.admin.updateUserById(id, { ban_duration: "24h" })],
];

test.for(ENDS)("after %s the old token cannot place, cancel, pay, or read an order", async ([, end]) => {
  const ama = await shop.signUp("Ama Mensah");
  const [paid, pending] = [await aPaidOrder(shop, ama, oil), await anOrder(ama, oil)];
  const thief = withToken(ama);
  expect((await thief.from("orders").select("id")).data).toHaveLength(2);
  await end(ama);

  for (const table of ["orders", "order_items", "payments", "billing_details"] as const) {
    expect([table, (await thief.from(table).select("*")).data]).toEqual([table, []]);
  }
  const cancelled = await thief.rpc("cancel_order", { order_id: paid.id });
  expect([cancelled.status, cancelled.error?.message]).toEqual([401, "Your session has ended. Log in again."]);
  expect((await orderOf(shop, paid.id)).status).toBe("paid");
  expect((await thief.rpc("place_order", orderInput([{ product_id: oil.id, quantity: 1 }], oil.price))).status).toBe(
    401,
  );
  expect((await thief.from("orders").insert({ delivery_type: "pickup" })).status).toBe(401);
  expect((await postJson(shop, "/api/create-payment-intent", { orderId: pending.id }, ama)).status).toBe(404);
});

test.for(ENDS)("after %s an admin's old token has no admin permissions", async ([, end]) => {
  const admin = await shop.signUpAdmin("Ola Owner");
  const order = await aPaidOrder(shop, await shop.signUp("Kofi"), oil);
  const thief = withToken(admin);
  expect((await thief.rpc("is_admin")).data).toBe(true);
  await end(admin);
  expect((await thief.rpc("is_admin")).data).toBe(false);
  expect((await thief.rpc("move_order", { order_id: order.id, to_status: "preparing" })).status).toBe(404);
  expect((await thief.rpc("request_refund", { order_id: order.id, amount_cents: 100 })).status).toBe(404);
  expect((await thief.from("products").update({ price: 1 }).eq("id", oil.id).select()).data).toEqual([]);
  expect((await thief.from("orders").select("id")).data).toEqual([]);
  const listed = await shop.app.request("/api/orders", { headers: { authorization: `Bearer ${admin.accessToken}` } });
  expect(listed.status).toBe(404);
});

test("the server needs no session", async () => {
  const kofi = await shop.signUp("Kofi");
  const order = await aPaidOrder(shop, kofi, oil);
  await shop.data.service.auth.admin.updateUserById(kofi.id, { ban_duration: "24h" });
  expect((await shop.data.service.from("orders").select("status").eq("id", order.id).single()).data).toEqual({
    status: "paid",
  });
});
