import { expect, test } from "vitest";
import { createPaymentProvider } from "#server/payments/payment-provider.ts";
import { expectReply } from "#tests/expect-reply.ts";
import { call, insertRow, readRow, requestAs } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "#tests/running-shop.ts";
import { createPaymentIntentEndpoint } from "./create-payment-intent.ts";

const shop = await openTestShop({ paymentIntentLimit: 10 });
const ama = await shop.signUp("Ama Mensah");

type Answer = { clientSecret: string; amount: number };

function requestIntent(orderId: unknown, token?: string, body: string = JSON.stringify({ orderId })) {
  const headers = { "content-type": "application/json" };
  return requestAs(token, shop, "/api/create-payment-intent", { method: "POST", headers, body });
}

const openIntent = async (person: Person, orderId: string) =>
  (await (await requestIntent(orderId, person.accessToken)).json()) as Answer;

/** Requests the intent from an endpoint of its own, with a change of the order while Stripe creates the payment. */
function requestElsewhere(person: Person, orderId: string, meanwhile = async () => {}) {
  const { data, payments } = shop;
  const createPayment: typeof payments.createPayment = async (payment) => {
    await meanwhile();
    return payments.createPayment(payment);
  };
  const limit = { maxCount: 10, seconds: 600 };
  return createPaymentIntentEndpoint({ data, payments: { ...payments, createPayment }, limit }).request(
    "/create-payment-intent",
    { method: "POST", headers: { authorization: `Bearer ${person.accessToken}` }, body: JSON.stringify({ orderId }) },
  );
}

function confirm(clientSecret: string, number: string) {
  const intentId = clientSecret.split("_secret_")[0];
  const card = "payment_method_data[card]";
  return shop.app.request(`/sandbox/stripe/v1/payment_intents/${intentId}/confirm`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      key: "pk_test_sandbox",
      client_secret: clientSecret,
      "payment_method_data[type]": "card",
      [`${card}[number]`]: number,
      [`${card}[exp_month]`]: "12",
      [`${card}[exp_year]`]: "40",
      [`${card}[cvc]`]: "123",
    }),
  });
}

const orderOf = (person: Person, id: string) =>
  readRow(person, "orders", "status, client_secret, failure_message", { id });

const untilOrder = (person: Person, id: string, values: object) =>
  expect.poll(() => orderOf(person, id), { timeout: 5000 }).toMatchObject(values);

test("the customer gets the client secret and the amount in cents, the same each time", async () => {
  const order = await anOrder(ama, await aProduct(shop, { price: 14.99 }), 3);
  const first = await requestIntent(order.id, ama.accessToken);
  expect(first.status).toBe(200);
  const answer = (await first.json()) as Answer;
  expect(answer.amount).toBe(4497);
  expect(answer.clientSecret).toMatch(/^pi_\w+_secret_\w+$/);
  expect((await orderOf(ama, order.id)).client_secret).toBe(answer.clientSecret);
  const again = await requestIntent(order.id, ama.accessToken);
  expect(await again.json()).toEqual(answer);
});

test("a payment's description contains the store's name from the settings", async () => {
  const descriptionNow = async (person: Person) => {
    const { clientSecret } = await openIntent(person, (await anOrder(person, await aProduct(shop))).id);
    const query = new URLSearchParams({ key: "pk_test_sandbox", client_secret: clientSecret });
    const id = clientSecret.split("_secret_")[0];
    const response = await shop.app.request(`/sandbox/stripe/v1/payment_intents/${id}?${query}`);
    return ((await response.json()) as { description: string }).description;
  };
  expect(await descriptionNow(await shop.signUp("Abena"))).toMatch(/^Calabash Market order [0-9a-f-]{36}$/);
  await shop.database.admin`update public.store_settings set name = 'Mama & Sons'`;
  // The server reads the settings again within a second of a change.
  await expect
    .poll(async () => descriptionNow(await shop.signUp("Afia")), { interval: 400, timeout: 5000 })
    .toMatch(/^Mama & Sons order [0-9a-f-]{36}$/);
  await shop.database.admin`update public.store_settings set name = default`;
});

test("two concurrent requests create one intent", async () => {
  const yaa = await shop.signUp("Yaa");
  const order = await anOrder(yaa, await aProduct(shop));
  const answers = await Promise.all([1, 2, 3].map(() => openIntent(yaa, order.id)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test("a missing or invalid token gets 401", async () => {
  const order = await anOrder(ama, await aProduct(shop));
  expect((await requestIntent(order.id)).status).toBe(401);
  expect((await requestIntent(order.id, "no.valid.token")).status).toBe(401);
  expect((await requestIntent(order.id, shop.keys.anonKey)).status).toBe(401);
  const [header, claims] = ama.accessToken.split(".");
  expect((await requestIntent(order.id, `${header}.${claims}.c2lnbmF0dXJl`)).status).toBe(401);
});

test("another user and an admin get 404 for Ama's order, as for an unknown one", async () => {
  const order = await anOrder(ama, await aProduct(shop));
  const kofi = await shop.signUp("Kofi");
  const owner = await shop.signUpAdmin("The Owner");
  await expectReply(await requestIntent(order.id, kofi.accessToken), 404, { error: "This order doesn't exist." });
  expect((await requestIntent(order.id, owner.accessToken)).status).toBe(404);
  expect((await requestIntent("not-an-id", kofi.accessToken)).status).toBe(404);
  expect((await requestIntent("6f9619ff-8b86-4d01-b42d-00cf4fc964ff", kofi.accessToken)).status).toBe(404);
});

test("a body that is not JSON gets 400", async () => {
  expect((await requestIntent("", ama.accessToken, "orderId=1")).status).toBe(400);
});

test("an order below fifty cents is rejected with a message", async () => {
  const kojo = await shop.signUp("Kojo");
  const order = await anOrder(kojo, await aProduct(shop, { price: 0.49 }));
  const rejected = await requestIntent(order.id, kojo.accessToken);
  expect(rejected.status).toBe(422);
  expect(((await rejected.json()) as { error: string }).error).toContain("$0.50");
  const empty = await insertRow(kojo, "orders", { user_id: kojo.id }, "id");
  expect((await requestIntent(empty.id, kojo.accessToken)).status).toBe(422);
});

test("a declined card leaves its message on the order, and the same intent can still be paid", async () => {
  const esi = await shop.signUp("Esi");
  const order = await anOrder(esi, await aProduct(shop));
  const first = await openIntent(esi, order.id);
  expect((await confirm(first.clientSecret, "4000000000000002")).status).toBe(402);
  await untilOrder(esi, order.id, { failure_message: "Your card was declined." });
  expect((await orderOf(esi, order.id)).status).toBe("pending");

  const second = await openIntent(esi, order.id);
  expect(second.clientSecret).toBe(first.clientSecret);
  expect((await confirm(second.clientSecret, "4242424242424242")).status).toBe(200);
  await untilOrder(esi, order.id, { status: "paid" });
  expect(await orderOf(esi, order.id)).toMatchObject({ client_secret: null, failure_message: null });
  await expectReply(await requestIntent(order.id, esi.accessToken), 409, { error: "This order is already paid." });
});

test("a canceled intent is replaced by a new one", async () => {
  const abena = await shop.signUp("Abena");
  const order = await anOrder(abena, await aProduct(shop));
  const first = await openIntent(abena, order.id);
  await shop.sandbox.app.request(`/v1/payment_intents/${first.clientSecret.split("_secret_")[0]}/cancel`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_shop" },
  });
  const second = await openIntent(abena, order.id);
  expect(second.clientSecret).not.toBe(first.clientSecret);
  expect((await orderOf(abena, order.id)).client_secret).toBe(second.clientSecret);
});

test("after too many requests, one person must wait, but others need not", async () => {
  const kwame = await shop.signUp("Kwame");
  const order = await anOrder(kwame, await aProduct(shop));
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) statuses.push((await requestIntent(order.id, kwame.accessToken)).status);
  // The first one opens the payment, and the limit of orders counts it.
  expect(statuses).toEqual([...Array(11).fill(200), 429]);
  const rejected = await requestIntent(order.id, kwame.accessToken);
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
  // Attempts also count in another process of the same store.
  expect((await requestElsewhere(kwame, order.id)).status).toBe(429);
  const akua = await shop.signUp("Akua");
  const other = await anOrder(akua, await aProduct(shop));
  expect((await requestIntent(other.id, akua.accessToken)).status).toBe(200);
});

test("an order canceled while its payment is created is reported as changed", async () => {
  const yaa = await shop.signUp("Yaa");
  const order = await anOrder(yaa, await aProduct(shop));
  const answer = await requestElsewhere(yaa, order.id, async () => {
    await call(yaa, "cancel_order", { order_id: order.id });
  });
  await expectReply(answer, 422, { error: "The order has changed. Reload the page." });
});

test("an order that another tab pays while the payment is created is reported as being confirmed", async () => {
  const esi = await shop.signUp("Esi");
  const order = await anOrder(esi, await aProduct(shop));
  const answer = await requestElsewhere(esi, order.id, async () => {
    await confirm((await openIntent(esi, order.id)).clientSecret, "4242424242424242");
    await untilOrder(esi, order.id, { status: "paid" });
  });
  await expectReply(answer, 409, { error: "We are confirming your payment." });
});

test("while the payment provider is away, the customer is told so and the order is kept", async () => {
  const kwame = await shop.signUp("Kwame");
  const order = await anOrder(kwame, await aProduct(shop));
  const { createPayment } = shop.payments;
  shop.payments.createPayment = createPaymentProvider({
    secretKey: "sk_test_shop",
    webhookSecret: "whsec_shop",
    sandboxFetch: () => Promise.reject(new Error("no network")),
    maxNetworkRetries: 0,
  }).createPayment;
  const rejected = await requestIntent(order.id, kwame.accessToken);
  shop.payments.createPayment = createPayment;
  await expectReply(
    rejected,
    503,
    expect.objectContaining({ error: expect.stringContaining("Your order is kept, and nothing was charged.") }),
  );
  expect((await orderOf(kwame, order.id)).status).toBe("pending");
  expect((await requestIntent(order.id, kwame.accessToken)).status).toBe(200);
});
