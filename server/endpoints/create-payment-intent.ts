import { Hono } from "hono";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import { callDatabase } from "#server/worker/job.ts";
import { isTooLittle, openPayment, TOO_LITTLE } from "./open-payment.ts";
import { limitOrderBody, readOwnOrder } from "./own-order.ts";
import { type PaymentIntentLimit, rejectTooManyAttempts } from "./payment-attempts.ts";

/**
 * `POST /create-payment-intent` with `{ orderId }` and the customer's bearer token returns `{ clientSecret, amount }`
 * of the order's open payment intent, with the amount in cents. The intent is created if there is none. Amount and
 * currency come from the database only.
 * Errors, as `{ error }`: 400 if the body is not JSON; 401 without a valid token; 404 for another customer's order; 409
 * if the order is no longer pending, its payment is in progress, an item is unavailable (with `items` from
 * `check_stock`), or its window is full (with `windows`, the next three from `list_windows`); 422 below Stripe's
 * minimum of $0.50, below the minimum for delivery, or if the order changed meanwhile; 429 after too many attempts.
 */
export function createPaymentIntentEndpoint(options: {
  data: ShopData;
  payments: PaymentProvider;
  limit: PaymentIntentLimit;
}): Hono {
  const { data, payments } = options;
  return new Hono().post("/create-payment-intent", limitOrderBody, async (c) => {
    const own = await readOwnOrder(c, data);
    if (own instanceof Response) return own;
    const { caller, order } = own;

    const rejection = await rejectTooManyAttempts(c, options, caller.claimedUserId);
    if (rejection) return rejection;

    if (order.status !== "pending") return c.json({ error: `This order is already ${order.status}.` }, 409);
    if (isTooLittle(order.total)) return c.json(TOO_LITTLE, 422);

    const asOwner = data.as(caller.token);
    const [stock, promise] = await Promise.all([
      asOwner.rpc("check_stock", { order_id: order.id }),
      asOwner.rpc("check_fulfillment", { order_id: order.id }),
    ]);
    if (stock.error) throw failed(stock.error);
    if (promise.error?.code === "PT410") {
      const windows: unknown = JSON.parse(promise.error.details);
      return c.json({ error: promise.error.message, windows }, 409);
    }
    if (promise.error?.code === "PT422") return c.json({ error: promise.error.message }, 422);
    if (promise.error) throw failed(promise.error);
    if (stock.data.length > 0) {
      return c.json({ error: "Some items in this order are no longer available.", items: stock.data }, 409);
    }

    const isHeld = order.holds_payment && (await callDatabase({ data }, "is_payment_held", { order_id: order.id }));
    const opened = await openPayment({ data, payments }, { ...order, isHeld });
    return c.json(opened.body, opened.status);
  });
}
