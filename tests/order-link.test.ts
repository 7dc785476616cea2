import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createOrderLinks } from "#server/base/order-links.ts";
import { expectReply } from "./expect-reply.ts";
import { aPaidOrder, leftOf, move, orderOf, untilOrder } from "./paying.ts";
import { call, postJson, requestAs } from "./requests.ts";
import { anOrder, aProduct, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [ama, admin] = await Promise.all([shop.signUp("Ama Mensah"), shop.signUpAdmin("Ola Owner")]);
const oil = await aProduct(shop, { name: "Red Palm Oil", price: 12.99 });

const ask = async (path: string, body: unknown): Promise<Response> => postJson(shop, `/api/order-link${path}`, body);
const linkOf = (orderId: string, since = new Date()) => shop.orderLinks.sign(orderId, since);

test("an order link shows one order without name, address, phone, and notes", async () => {
  const order = await anOrder(ama, { ...oil, note: "for my mother" }, 2, {
    delivery: "delivery",
    note: "Ask for Ama.",
  });
  const answer = await ask("", { token: await linkOf(order.id) });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const shown = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(shown).sort()).toEqual(
    `
    can_cancel cancel_reason channel delivery_cost delivery_fee delivery_included delivery_type discount due_amount
    held_amount items needs_weight order_id order_number packing_status paid_amount paid_by pay_in_store_by
    placed_at refunded_amount refunds released_amount status steps stops_before tax_amount total window_ends_at
    window_starts_at`
      .trim()
      .split(/\s+/),
  );
  expect(shown).toMatchObject({
    order_id: order.id,
    status: "pending",
    total: 25.98,
    items: [{ name: "Red Palm Oil", quantity: 2, unit_price: 12.99 }],
    can_cancel: true,
    steps: [{ status: "pending" }],
    refunds: [],
  });
  expect(JSON.stringify(shown)).not.toMatch(/Ama|Cypress|281\D{0,2}555|mother/);
});

test("a guessed, modified, or expired link, or one of another store, opens and cancels nothing", async () => {
  const [order, other] = [await aPaidOrder(shop, ama, oil), await aPaidOrder(shop, admin, oil)];
  const good = await linkOf(order.id);
  const [header, , signature] = good.split(".");
  const [, otherBody] = (await linkOf(other.id)).split(".");
  const old = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000);
  for (const token of [
    order.id,
    `${header}.${otherBody}.${signature}`,
    `${good.slice(0, -3)}AAA`,
    await linkOf(order.id, old),
    await createOrderLinks(randomUUID()).sign(order.id, new Date()),
    ama.accessToken,
    shop.keys.anonKey,
    shop.keys.serviceRoleKey,
    "",
    null,
    { sub: order.id },
  ]) {
    expect([token, (await ask("", { token })).status]).toEqual([token, 404]);
    expect([token, (await ask("/cancel", { token })).status]).toEqual([token, 404]);
  }
  expect((await ask("", null)).status).toBe(404);
  expect((await ask("", { token: "x".repeat(5000) })).status).toBe(413);
  expect((await orderOf(shop, order.id)).status).toBe("paid");
  expect((await orderOf(shop, other.id)).status).toBe("paid");
  expect((await ask("", { token: await linkOf(randomUUID()) })).status).toBe(404);
});

test("an order link creates no session and gives no other access", async () => {
  const order = await anOrder(ama, oil);
  const token = await linkOf(order.id);
  for (const path of ["/rest/v1/orders", "/auth/v1/user", "/storage/v1/bucket"]) {
    const answer = await requestAs(token, shop, path, { headers: { apikey: shop.keys.anonKey } });
    expect([path, answer.status]).toEqual([path, path.startsWith("/auth") ? 403 : 401]);
  }
  expect((await requestAs(token, shop, `/api/order/${order.id}`)).status).toBe(401);
});

test("canceling a paid order by its link refunds and restocks it, and records the customer as the actor", async () => {
  const yam = await aProduct(shop, { name: "Puna Yam", price: 17.99, stock_count: 5 });
  const order = await aPaidOrder(shop, ama, yam, 2);
  expect(await leftOf(shop, yam)).toBe(3);
  const token = await linkOf(order.id);
  expect((await ask("/cancel", { token })).status).toBe(204);
  await shop.worker.runOnce();
  await untilOrder(shop, order.id, ({ status }) => status === "refunded");
  const cancelled = await orderOf(shop, order.id);
  expect(cancelled).toMatchObject({ cancelled_by: "customer", cancel_reason: "requested", refunded_amount: 35.98 });
  expect(await leftOf(shop, yam)).toBe(5);
  const shown = (await (await ask("", { token })).json()) as Record<string, unknown>;
  expect(shown).toMatchObject({ status: "refunded", can_cancel: false, refunds: [{ status: "succeeded" }] });
  expect((await ask("/cancel", { token })).status).toBe(204);
});

test("once preparation has started, the link cancels nothing", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  await move(admin, order.id, "preparing");
  const token = await linkOf(order.id);
  await expectReply(await ask("/cancel", { token }), 409, { error: "You can no longer cancel this order." });
  expect(await (await ask("", { token })).json()).toMatchObject({ status: "preparing", can_cancel: false });
});

test("canceled at the same moment by link and in the account, an order is refunded once", async () => {
  const order = await aPaidOrder(shop, ama, oil);
  const token = await linkOf(order.id);
  const answers = await Promise.all([
    ask("/cancel", { token }).then(({ status }) => status === 204),
    ask("/cancel", { token }).then(({ status }) => status === 204),
    ama.client.rpc("cancel_order", { order_id: order.id }).then(({ error }) => error === null),
  ]);
  expect(answers).toEqual([true, true, true]);
  expect((await orderOf(shop, order.id)).refunds).toHaveLength(1);
});

test("emails to the customer have the order link; those to the store do not", async () => {
  await shop.data.service.auth.admin.updateUserById(ama.id, { email_confirm: true });
  const order = await aPaidOrder(shop, ama, oil);
  await shop.worker.runOnce();
  const mails = shop.mailbox.list().filter(({ text }) => text.includes(`/orders/${order.id}`));
  const tokens = mails.map(({ text }) => /\/order-link#(\S+)/.exec(text)?.[1]);
  expect(mails).toHaveLength(2);
  const [token] = tokens.filter((each) => each !== undefined);
  expect(tokens).toContain(undefined);
  expect(await shop.orderLinks.read(token ?? "")).toBe(order.id);
});

test("the order's email or phone number gets its link again, once in ten minutes, and others get nothing", async () => {
  const kofi = await shop.signUp("Kofi Owusu");
  const { id } = await aPaidOrder(shop, kofi, oil);
  const [{ order_number }] = (await shop.database.admin`
    update public.orders set delivery_phone_number = '(281) 555-0188' where id = ${id}
    returning order_number`) as [{ order_number: number }];
  const find = (number: unknown, contact: unknown) => ask("/find", { number, contact }).then(({ status }) => status);
  const links = async () => {
    const { data } = await shop.data.service
      .from("outgoing_mails")
      .select("kind, recipient, event_key")
      .match({ order_id: id })
      .like("event_key", "order_link:%")
      .throwOnError();
    return data.map(({ kind, recipient }) => [kind, recipient]);
  };
  const letTimePass = () =>
    shop.database
      .admin`update public.outgoing_mails set created_at = created_at - interval '11 minutes' where order_id = ${id}`;

  expect(await find(String(order_number), "stranger@test.example")).toBe(204);
  expect(await find(String(order_number + 1000), kofi.email)).toBe(204);
  expect(await links()).toEqual([]);
  expect(await find(String(order_number), ` ${kofi.email.toUpperCase()}`)).toBe(204);
  expect(await find(String(order_number), kofi.email)).toBe(204);
  expect(await links()).toEqual([["order_paid", kofi.email]]);
  await letTimePass();
  expect(await find(String(order_number), "281.555.0188")).toBe(204);
  expect(await links()).toHaveLength(2);
  await letTimePass();
  // A request that begins before another one has ended waits for it.
  let isAnswered = false;
  const second = await shop.database.admin.begin(async (sql) => {
    await sql`select public.resend_order_link(${order_number}, ${kofi.email})`;
    const answer = find(String(order_number), kofi.email).finally(() => {
      isAnswered = true;
    });
    const waiting = () => sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and not granted and datname = current_database()`;
    await expect.poll(async () => isAnswered || (await waiting()).length > 0).toBe(true);
    return { answer };
  });
  expect(await second.answer).toBe(204);
  expect(await links()).toHaveLength(3);
  await letTimePass();
  await call(admin, "cancel_order", { order_id: id });
  expect(await find(String(order_number), kofi.email)).toBe(204);
  expect((await links()).map(([kind]) => kind).toSorted()).toEqual([
    "order_cancelled",
    ...["order_paid", "order_paid", "order_paid"],
  ]);

  for (const [number, contact] of [
    ["x", kofi.email],
    ["", kofi.email],
    ["1e3", kofi.email],
    ["0x3ec", kofi.email],
    ["1e99", kofi.email],
    [null, kofi.email],
    ["1001", null],
  ] as const) {
    expect([number, contact, await find(number, contact)]).toEqual([number, contact, 400]);
  }
  for (const { client } of [{ client: shop.guest }, kofi, admin]) {
    expect((await client.rpc("resend_order_link", { order_number, contact: kofi.email })).error?.code).toBe("42501");
  }
});
