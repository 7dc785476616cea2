import { createHash } from "node:crypto";
import { Hono } from "hono";
import { centsFrom } from "#app/values/money.ts";
import { callDatabase } from "#server/orders/work.ts";
import { paymentDescription } from "#server/payments/payment-description.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ShopData } from "#server/platform/shop-data.ts";
import { knownShopRecord } from "#server/platform/shop-record.ts";
import { failed } from "#server/platform/unavailable.ts";
import { limitOrderBody, readOwnOrder } from "./own-order.ts";

/** Stripe takes no card payment below this, in cents. */
const MINIMUM_CENTS = 50;

/** How often one person may ask to pay; counted in the database, once for all processes of the shop. */
export interface PaymentIntentLimit {
  maxCount: number;
  seconds: number;
}

/**
 * `POST /create-payment-intent` with `{ orderId }` and the owner's bearer token answers
 * `{ clientSecret, amount }`, the amount in cents, for the order's open payment intent; it is made
 * when there is none. Amount and currency come from the database alone.
 * Errors, as `{ error }`: 400 a body that is not JSON, 401 without a valid token, 404 for an order
 * that is not the caller's, 409 for one that is no longer pending, whose payment is on its way, or of
 * which something can no longer be had (with `items`, as `check_stock` tells them), or whose time is no longer free
 * (with `windows`, the next three as `list_windows` tells them),
 * 422 under Stripe's minimum of $0.50 or under the least that is delivered, 429 after too many.
 */
export function createPaymentIntentEndpoint(options: {
  data: ShopData;
  payments: PaymentProvider;
  limit: PaymentIntentLimit;
}): Hono {
  const { data, payments, limit } = options;
  return new Hono().post("/create-payment-intent", limitOrderBody, async (c) => {
    const own = await readOwnOrder(c, data);
    if (own instanceof Response) return own;
    const { caller, order } = own;

    const waitSeconds = await callDatabase({ data }, "count_payment_attempt", {
      user_id: caller.claimedUserId,
      max_count: limit.maxCount,
      seconds: limit.seconds,
    });
    if (waitSeconds > 0) {
      c.header("retry-after", String(waitSeconds));
      return c.json({ error: "Too many payment attempts in a short time. Please try again later." }, 429);
    }

    if (order.status !== "pending") return c.json({ error: `This order is already ${order.status}.` }, 409);
    const amountCents = centsFrom(order.total);
    if (amountCents < MINIMUM_CENTS) {
      return c.json(
        { error: "Orders under $0.50 cannot be paid online. Please call us or visit the store." },
        422,
      );
    }

    const asOwner = data.as(caller.token);
    const [stock, promise] = await Promise.all([
      asOwner.rpc("check_stock", { order_id: order.id }),
      asOwner.rpc("check_promise", { order_id: order.id }),
    ]);
    if (stock.error) throw failed(stock.error);
    if (promise.error?.code === "PT410") {
      return c.json(
        { error: promise.error.message, windows: JSON.parse(promise.error.details) as unknown },
        409,
      );
    }
    if (promise.error?.code === "PT422") return c.json({ error: promise.error.message }, 422);
    if (promise.error) throw failed(promise.error);
    const missing = stock.data as unknown[];
    if (missing.length > 0) {
      return c.json({ error: "Some things in this order are no longer available.", items: missing }, 409);
    }

    const current = order.payment_intent_id ? await payments.findPayment(order.payment_intent_id) : null;
    if (current?.state === "settled") {
      return c.json({ error: "Your payment is being confirmed." }, 409);
    }
    if (current?.state === "open" && current.amountCents === amountCents) {
      return c.json({ clientSecret: current.clientSecret, amount: amountCents });
    }

    const { name, hasExpressCheckout } = await knownShopRecord(data);
    const payment = await payments.createPayment({
      id: order.id,
      description: paymentDescription(name, order.id),
      amountCents,
      // Two tabs that pay at once get one intent; one that replaces a cancelled intent is its own, and so is
      // one under another name of the shop, since Stripe takes a key only once for each description.
      idempotencyKey: [
        "order",
        order.id,
        amountCents,
        order.payment_intent_id ?? "first",
        createHash("sha256").update(name).digest("hex").slice(0, 8),
        ...(hasExpressCheckout ? ["link"] : []),
      ].join("-"),
      takesLink: hasExpressCheckout,
    });
    const attached = await data.service.rpc("attach_payment_intent", {
      order_id: order.id,
      payment_intent_id: payment.id,
      client_secret: payment.clientSecret,
      amount_cents: amountCents,
    });
    if (attached.error?.code === "PT409") {
      return c.json({ error: "The order has changed meanwhile. Please reload the page." }, 409);
    }
    if (attached.error) throw failed(attached.error);
    return c.json({ clientSecret: payment.clientSecret, amount: amountCents });
  });
}
