import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect } from "vitest";
import { centsFrom } from "#app/values/money.ts";
import { paymentDescription } from "#server/payments/payment-description.ts";
import { call, postJson, readRow, update } from "./requests.ts";
import {
  type MadeOrder,
  makeOrder,
  type OrderChoices,
  type Ordered,
  type Person,
  type TestShop,
} from "./running-shop.ts";

/** Returns a Stripe client of the sandbox that acts like the dashboard and Stripe's own servers. */
export function stripeOf(shop: TestShop): Stripe {
  return new Stripe("sk_test_dashboard", {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => shop.sandbox.app.fetch(new Request(url, init))),
  });
}

/**
 * Requests the order's payment intent from the store, like the checkout.
 * @returns the intent's id
 */
export async function requestIntent(shop: TestShop, person: Person, orderId: string): Promise<string> {
  const response = await postJson(shop, "/api/create-payment-intent", { orderId }, person);
  expect(response.status).toBe(200);
  const { clientSecret } = (await response.json()) as { clientSecret: string };
  return clientSecret.split("_secret_")[0] ?? "";
}

/** Applies an event of the payment provider, by default one in dollars with a new id. @returns its outcome */
export const applyEvent = (shop: Pick<TestShop, "data">, event_type: string, event: object): Promise<string> =>
  call(shop, "apply_payment_event", {
    event_id: `evt_${randomUUID()}`,
    event_type,
    currency: "usd",
    failure_message: null,
    payload: {},
    ...event,
  });

/** Pays by card at the provider. The store learns of it only by the webhook, if it has one. */
export async function confirm(shop: TestShop, intentId: string, payment_method = "pm_card_visa"): Promise<void> {
  await stripeOf(shop).paymentIntents.confirm(intentId, { payment_method });
}

/** Lets the bank decline the card. */
export async function decline(
  shop: TestShop,
  intentId: string,
  payment_method = "pm_card_chargeDeclined",
): Promise<void> {
  await expect(confirm(shop, intentId, payment_method)).rejects.toMatchObject({ type: "StripeCardError" });
}

/** An order that a factory paid. */
export type PaidOrder = MadeOrder & { intentId: string };

/** Places an order that its card pays. */
export const aPaidOrder = async (
  shop: TestShop,
  person: Person,
  ordered: Ordered,
  quantity = 1,
  choices: OrderChoices = {},
): Promise<PaidOrder> => adopt(shop, await makeOrder(person, "paid_order", ordered, quantity, choices));

/** Pays a pending order by card, for tests that do not test the payment itself. */
export async function pay(shop: TestShop, orderId: string): Promise<PaidOrder> {
  const [made] = await shop.database.admin<{ paid: MadeOrder }[]>`call testing.pay_order(${orderId})`;
  return adopt(shop, made?.paid as MadeOrder);
}

/**
 * Pays at the sandbox and waits until the store has recorded it: for test cards, and for orders by weight, which are only
 * held.
 */
export async function payAtSandbox(
  shop: TestShop,
  person: Person,
  orderId: string,
  paymentMethod = "pm_card_visa",
): Promise<string> {
  const intentId = await requestIntent(shop, person, orderId);
  await confirm(shop, intentId, paymentMethod);
  await untilOrder(shop, orderId, ({ status }) => status !== "pending");
  return intentId;
}

/** Lets the sandbox know a factory's payment, so that it can be refunded. */
async function adopt(shop: TestShop, order: MadeOrder): Promise<PaidOrder> {
  const intentId = order.payment_intent_id ?? "";
  const description = paymentDescription("Calabash Market", order.id);
  const paidAt = new Date(order.paid_at ?? "");
  await shop.sandbox.adopt([
    { paymentIntentId: intentId, orderId: order.id, description, amountCents: centsFrom(order.total), paidAt },
  ]);
  return { ...order, intentId };
}

/** Creates a second intent for the order, as a bug or an old tab could. */
export async function anotherIntent(shop: TestShop, orderId: string, amountCents: number): Promise<string> {
  const intent = await stripeOf(shop).paymentIntents.create({
    amount: amountCents,
    currency: "usd",
    metadata: { order_id: orderId },
  });
  return intent.id;
}

/** Returns the sandbox's events about the intent, oldest first. */
export async function eventsOf(shop: TestShop, intentId: string): Promise<Stripe.Event[]> {
  const { data } = await stripeOf(shop).events.list({ limit: 100 });
  return data.toReversed().filter((event) => JSON.stringify(event).includes(intentId));
}

/**
 * Delivers a signed event, like Stripe.
 * @returns the store's response
 */
export async function deliver(shop: TestShop, event: object): Promise<{ status: number; outcome: unknown }> {
  const payload = JSON.stringify(event);
  const response = await shop.app.request("/api/webhook", {
    method: "POST",
    headers: { "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.webhookSecret }) },
    body: payload,
  });
  return { status: response.status, outcome: ((await response.json()) as { outcome: unknown }).outcome };
}

export interface OrderMoney {
  status: string;
  total: number;
  paid_amount: number;
  refunded_amount: number;
  cancelled_by: string | null;
  cancel_reason: string | null;
  intent_closed_at: string | null;
  client_secret: string | null;
  payments: { payment_intent_id: string; purpose: string; amount_cents: number; refunded_cents: number }[];
  refunds: { id: string; amount_cents: number; reason: string; status: string; requested_by: string | null }[];
}

/** Reads the order with its payments and refunds, as the server. */
export async function orderOf(shop: TestShop, orderId: string): Promise<OrderMoney> {
  const { data } = await shop.data.service
    .from("orders")
    .select(
      "status, total, paid_amount, refunded_amount, cancelled_by, cancel_reason, intent_closed_at, client_secret, " +
        "payments(payment_intent_id, purpose, amount_cents, refunded_cents), " +
        "refunds(id, amount_cents, reason, status, requested_by)",
    )
    .eq("id", orderId)
    .order("received_at", { referencedTable: "payments" })
    .order("created_at", { referencedTable: "refunds" })
    .single()
    .throwOnError();
  return data as unknown as OrderMoney;
}

/** Waits until the order reflects the sandbox's events. */
export async function untilOrder(
  shop: TestShop,
  orderId: string,
  isThere: (order: OrderMoney) => boolean,
): Promise<void> {
  await expect.poll(async () => isThere(await orderOf(shop, orderId)), { timeout: 5000 }).toBe(true);
}

/** Changes an order's status as an admin. */
export async function move(admin: Person, orderId: string, ...steps: string[]): Promise<void> {
  for (const to_status of steps) await call(admin, "move_order", { order_id: orderId, to_status });
}

/** Arguments of `substitute_line` for units that are removed, and not marked as sold out. */
export const leftOut = (order_item_id: number | undefined, quantity = 1) => ({
  order_item_id,
  kind: "left_out",
  quantity,
  mark_sold_out: false,
});

/** Arguments of `substitute_line` for units that are replaced by another product. */
export const replacedBy = (
  order_item_id: number | undefined,
  product: { id: number },
  quantity = 1,
  replacement_quantity = quantity,
) => ({
  order_item_id,
  kind: "replaced",
  quantity,
  mark_sold_out: false,
  replacement_product_id: product.id,
  replacement_quantity,
});

/** Arguments of `request_refund` for units of a line. */
export const refundOfLine = (order_id: string, order_item_id: number | undefined, reason: string, quantity = 1) => ({
  order_id,
  lines: [{ order_item_id, quantity }],
  reason,
});

/** Turns counting on for a product and sets its stock. */
export async function count(shop: TestShop, product: { id: number }, stock_count: number): Promise<void> {
  const { service } = shop.data;
  await update(service, "products", { id: product.id }, { availability: "counted" });
  await service.from("product_stock").upsert({ product_id: product.id, stock_count }).throwOnError();
}

export async function leftOf(shop: TestShop, product: { id: number }): Promise<number> {
  return (await readRow(shop, "product_stock", "stock_count", { product_id: product.id })).stock_count;
}
