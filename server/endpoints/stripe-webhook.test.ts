import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { call, postJson, readRow, readRows } from "#tests/requests.ts";
import { anOrder, aProduct, openTestShop, type Person } from "#tests/running-shop.ts";

const shop = await openTestShop();
const ama = await shop.signUp("Ama Mensah");

/** Creates an order with a payment intent. */
async function aPayableOrder() {
  const order = await anOrder(ama, await aProduct(shop, { price: 14.99 }));
  const response = await postJson(shop, "/api/create-payment-intent", { orderId: order.id }, ama);
  const { clientSecret } = (await response.json()) as { clientSecret: string };
  return { orderId: order.id, intentId: clientSecret.split("_secret_")[0] ?? "", clientSecret };
}

function anEvent(intent: Record<string, unknown>, chosen: { id?: string; type?: string } = {}): string {
  return JSON.stringify({
    id: chosen.id ?? `evt_${randomUUID()}`,
    object: "event",
    type: chosen.type ?? "payment_intent.succeeded",
    livemode: false,
    data: {
      object: {
        object: "payment_intent",
        amount: 1499,
        amount_received: 1499,
        currency: "usd",
        last_payment_error: null,
        ...intent,
      },
    },
  });
}

function send(payload: string, signing: { secret?: string; timestamp?: number; body?: string; header?: string } = {}) {
  const { body = payload, secret = shop.webhookSecret, timestamp } = signing;
  const header =
    signing.header ??
    Stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp ? { timestamp } : {}) });
  return shop.app.request("/api/webhook", {
    method: "POST",
    headers: header === "" ? {} : { "stripe-signature": header },
    body,
  });
}

async function statusOf(orderId: string): Promise<string> {
  return (await readRow(shop, "orders", "status", { id: orderId })).status;
}

async function outcomeOf(payload: string): Promise<{ status: number; outcome: unknown }> {
  const response = await send(payload);
  return { status: response.status, outcome: ((await response.json()) as { outcome: unknown }).outcome };
}

test("a signed event pays the order once, even if it arrives several times", async () => {
  const { orderId, intentId, clientSecret } = await aPayableOrder();
  const event = anEvent({ id: intentId, client_secret: clientSecret, metadata: { order_id: orderId } });
  const responses = await Promise.all([outcomeOf(event), outcomeOf(event), outcomeOf(event)]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(["duplicate", "duplicate", "paid"]);
  expect(await statusOf(orderId)).toBe("paid");
  const moves = await readRows(ama, "order_status_changes", "to_status", { order_id: orderId });
  expect(moves?.map(({ to_status }) => to_status)).toEqual(["pending", "paid"]);
  const saved = await readRows(shop, "payment_events", "payload", { order_id: orderId });
  expect(JSON.stringify(saved)).not.toContain(clientSecret);
});

test("events without a valid signature get 400 and change nothing", async () => {
  const { orderId, intentId } = await aPayableOrder();
  const event = anEvent({ id: intentId, metadata: { order_id: orderId } });
  const sixMinutesAgo = Math.floor(Date.now() / 1000) - 360;
  expect((await send(event, { secret: "whsec_other" })).status).toBe(400);
  expect((await send(event, { timestamp: sixMinutesAgo })).status).toBe(400);
  // The signature is over the raw body, so the same event formatted differently is rejected, too.
  for (const body of [event.replace("1499", "1498"), JSON.stringify(JSON.parse(event), null, 2), `${event}\n`]) {
    expect((await send(event, { body })).status).toBe(400);
  }
  expect((await send(event, { header: "" })).status).toBe(400);
  expect((await send(event, { header: "t=1,v1=0" })).status).toBe(400);
  expect(await statusOf(orderId)).toBe("pending");
});

test("one valid signature of several is enough, as while a secret is rolled", async () => {
  const { orderId, intentId } = await aPayableOrder();
  const event = anEvent({ id: intentId, metadata: { order_id: orderId } });
  const sign = (secret: string) => Stripe.webhooks.generateTestHeaderString({ payload: event, secret });
  const [time, wrong] = sign("whsec_old").split(",");
  const right = sign(shop.webhookSecret).split(",")[1];
  const rejected = await send(event, { header: [time, wrong, sign("whsec_older").split(",")[1]].join(",") });
  expect(rejected.status).toBe(400);
  expect(await statusOf(orderId)).toBe("pending");
  expect((await shop.data.service.from("payment_events").select("id").eq("order_id", orderId)).data).toEqual([]);
  expect((await send(event, { header: [time, wrong, right].join(",") })).status).toBe(200);
  expect(await statusOf(orderId)).toBe("paid");
});

test("another intent for the order pays it and becomes the order's intent", async () => {
  const { orderId } = await aPayableOrder();
  const event = anEvent({ id: `pi_${orderId}`, metadata: { order_id: orderId } });
  expect(await outcomeOf(event)).toEqual({ status: 200, outcome: "paid" });
  const { data } = await ama.client.from("orders").select("payment_intent_id").eq("id", orderId).single();
  expect(data).toEqual({ payment_intent_id: `pi_${orderId}` });
});

test("an event for an unknown order raises an alert and gets 200", async () => {
  const orderId = randomUUID();
  expect(await outcomeOf(anEvent({ id: "pi_1", metadata: { order_id: orderId } }))).toEqual({
    status: 200,
    outcome: "unknown_order",
  });
  expect(await outcomeOf(anEvent({ id: "pi_2", metadata: { order_id: "nonsense" } }))).toEqual({
    status: 200,
    outcome: "unknown_order",
  });
  const admin = await shop.signUpAdmin("The Owner");
  const data = await readRows(admin, "payment_events", "outcome", { order_id: orderId });
  expect(data).toEqual([{ outcome: "unknown_order" }]);
  expect(await readRows(admin, "shop_alerts", "message", { kind: "unknown_order" })).toHaveLength(2);
});

test("a manager refunds a payment without an order once, and its alert is resolved", async () => {
  const orderId = randomUUID();
  const intentId = `pi_${randomUUID()}`;
  expect((await outcomeOf(anEvent({ id: intentId, metadata: { order_id: orderId } }))).outcome).toBe("unknown_order");
  const manager = await shop.signUpStaff("Mo", "manager");
  const listOpenAlerts = async () => {
    const alerts = manager.client.from("shop_alerts").select("payments(amount_cents, refunded_cents)");
    return (await alerts.eq("payment_intent_id", intentId).is("resolved_at", null).throwOnError()).data;
  };
  const payment = await readRow(manager, "payments", "amount_cents, refunded_cents", { payment_intent_id: intentId });
  expect(await listOpenAlerts()).toEqual([{ payments: payment }]);
  const refund = (person: Person) => person.client.rpc("refund_unmatched_payment", { payment_intent_id: intentId });
  const made = await Promise.all([refund(manager), refund(manager)]);
  expect(made[0]?.data).toMatchObject({
    order_id: null,
    payment_intent_id: intentId,
    amount_cents: payment.amount_cents,
    reason: "cancelled",
    requested_by: manager.id,
    status: "requested",
  });
  expect(made[1]?.data?.id).toBe(made[0]?.data?.id);
  expect(await listOpenAlerts()).toEqual([]);
  const claimed = await call(shop, "claim_refunds", { max_count: 10 });
  expect(claimed.map(({ payment_intent_id }) => payment_intent_id)).toContain(intentId);
  // The payment of an order is refunded through its order only.
  const { data: paid } = await shop.data.service
    .from("payments")
    .select("payment_intent_id")
    .eq("purpose", "order")
    .limit(1)
    .throwOnError();
  const other = await manager.client.rpc("refund_unmatched_payment", {
    payment_intent_id: paid[0]?.payment_intent_id ?? "",
  });
  expect([paid.length, other.status]).toEqual([1, 404]);
});

test("event types that the store does not use are recorded and get 200", async () => {
  expect(await outcomeOf(anEvent({ id: "pi_1", metadata: {} }, { type: "payment_intent.created" }))).toEqual({
    status: 200,
    outcome: "ignored",
  });
});

test("a late failure does not undo a payment", async () => {
  const { orderId, intentId } = await aPayableOrder();
  await send(anEvent({ id: intentId, metadata: { order_id: orderId } }));
  const failure = {
    id: intentId,
    metadata: { order_id: orderId },
    last_payment_error: { message: "Your card was declined." },
  };
  expect((await outcomeOf(anEvent(failure, { type: "payment_intent.payment_failed" }))).outcome).toBe("order_is_paid");
  expect(await statusOf(orderId)).toBe("paid");
});
