import { expect, test } from "vitest";
import { orderInput } from "./order-input.ts";
import { aPaidOrder, orderOf } from "./paying.ts";
import { call, postJson, requestAs } from "./requests.ts";
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

  expect((await thief.from("orders").select("id")).data).toEqual([]);
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
  const thief = withToken(admin);
  expect((await thief.rpc("is_admin")).data).toBe(true);
  await end(admin);
  expect((await thief.rpc("is_admin")).data).toBe(false);
  expect((await requestAs(admin, shop, "/api/orders")).status).toBe(404);
});

test("after a logout the old token reads no order that was canceled, and no driver's stops", async () => {
  const ama = await shop.signUp("Ama Mensah");
  const { id } = await anOrder(ama, oil);
  await call(ama, "withdraw_order", { order_id: id });
  const thief = withToken(ama);
  expect((await thief.rpc("withdraw_order", { order_id: id })).data).toMatchObject({ id });
  const canceled = await anOrder(ama, oil);
  await call(ama, "cancel_order", { order_id: canceled.id });
  const onItsWay = await aPaidOrder(shop, ama, oil);
  const { admin } = shop.database;
  await admin`
    with run as (
      insert into delivery_runs (driver_id, started_at) values (${ama.id}, now()) returning id
    )
    insert into run_stops (run_id, order_id, position) select id, ${onItsWay.id}, 1 from run`;
  expect((await thief.rpc("count_stops_before", { order_id: onItsWay.id })).data).toBe(0);
  await ama.client.auth.signOut({ scope: "global" });

  const replies = [
    await thief.rpc("withdraw_order", { order_id: id }),
    await thief.rpc("cancel_order", { order_id: canceled.id }),
  ];
  expect(replies.map(({ status, data }) => [status, data])).toEqual([
    [401, null],
    [401, null],
  ]);
  expect((await thief.rpc("count_stops_before", { order_id: onItsWay.id })).data).toBeNull();
});

test.for([
  ["enter_discount_code", { code: "YAM10" }],
  ["drop_discount_code", {}],
  ["accept_invitation", {}],
  ["become_owner", { token: "a.b.c" }],
  ["request_back_in_stock", { product_id: oil.id }],
  ["end_session", { session_id: crypto.randomUUID() }],
  ["pick_line", { order_item_id: 1, is_packed: true }],
  ["acknowledge_orders", { order_ids: [] }],
  ["read_desk", {}],
  ["search_orders", { filter: {} }],
  ["count_orders", { filter: {} }],
] as const)("after a logout the old token cannot call %s", async ([name, args]) => {
  const ama = await shop.signUp("Ama Mensah");
  await ama.client.auth.signOut({ scope: "global" });
  const { status, error } = await withToken(ama).rpc(name, args as never);
  expect([status, error?.message]).toEqual([401, "Your session has ended. Log in again."]);
});
