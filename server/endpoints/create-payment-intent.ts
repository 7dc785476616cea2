import { type Context, Hono } from "hono";
import { MINIMUM_PAYMENT_CENTS } from "#app/features/checkout/amounts.ts";
import { t } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { type Caller, noSuchOrder, readOrderId, rejectEndedSession, requireCaller } from "./caller.ts";
import { openWithSavedCards } from "./card-customer.ts";
import { isTooLittle, openPayment, tooLittle } from "./open-payment.ts";
import { limitOrderBody } from "./own-order.ts";
import { type PaymentIntentLimit, rejectTooManyAttempts } from "./payment-attempts.ts";

export type PaymentIntentOptions = { data: ShopData; payments: PaymentProvider; limit: PaymentIntentLimit };

/**
 * `POST /create-payment-intent` with `{ orderId, savesCard }` and the customer's bearer token returns `{ clientSecret,
 * amount }` of the order's open payment intent, with the amount in cents. The intent is created if there is none. Amount,
 * currency, and the customer whose saved cards can pay it come from the database only; the card that pays it is saved if
 * `savesCard` is true and the account's address is verified.
 * Errors, as `{ error }`: 400 if the body is not JSON; 401 without a valid token; 404 for another customer's order; 409
 * if the order is no longer pending, its payment is in progress, an item is unavailable (with `items` from
 * `check_stock`), or its window is full (with `windows`, the next three from `list_windows`); 422 below Stripe's
 * minimum of $0.50, below the minimum for delivery, or if the order changed meanwhile; 429 after too many attempts.
 */
export function createPaymentIntentEndpoint(options: PaymentIntentOptions): Hono {
  return new Hono().post("/create-payment-intent", limitOrderBody, async (c) => {
    const caller = requireCaller(c);
    const body: unknown = await c.req.json().catch(() => null);
    if (typeof body !== "object" || body === null) return c.json({ error: t("The body must be JSON.") }, 400);
    const { orderId, savesCard } = fieldsOf(body);
    return openOwnPayment(c, options, caller, readOrderId(orderId), { savesCard: savesCard === true });
  });
}

/**
 * Opens the payment of the caller's order.
 * @param choice.savesCard whether the card that pays is saved to the account
 * @param choice.more added to the response with the client secret
 * @returns the response of `POST /create-payment-intent`
 */
export async function openOwnPayment(
  c: Context,
  options: PaymentIntentOptions,
  caller: Caller,
  orderId: string,
  { savesCard = false, more = {} }: { savesCard?: boolean; more?: object } = {},
): Promise<Response> {
  const { data } = options;
  const given = { order_id: orderId, min_cents: MINIMUM_PAYMENT_CENTS };
  const [order] = await data
    .call("read_payable_order", given, { token: caller.token, isOwnWork: true })
    .catch(rejectEndedSession);
  if (!order) return c.json(noSuchOrder(), 404);

  // The limit of orders counts the first attempt of each.
  const rejection = order.payment_intent_id && (await rejectTooManyAttempts(c, options, caller.claimedUserId));
  if (rejection) return rejection;

  if (order.status !== "pending")
    return c.json({ error: t("This order is already {status}.", { status: order.status }) }, 409);
  if (isTooLittle(order.total)) return c.json(tooLittle(), 422);
  if (order.problem) {
    const { problem } = order;
    if (problem.code === "PT422") return c.json({ error: errorText(problem) }, 422);
    return c.json({ error: errorText(problem), windows: JSON.parse(problem.details) as unknown }, 409);
  }
  if (order.missing_items) {
    return c.json({ error: t("Some items in this order are no longer available."), items: order.missing_items }, 409);
  }
  const shop = { name: order.store_name, hasExpressCheckout: order.takes_link };
  const who = { userId: caller.claimedUserId, savesCard };
  return openCheckedPayment(c, options, who, { order, isHeld: order.is_held, saved: order, shop, more });
}

/**
 * Opens the payment of an order whose lines, window, and total have been checked.
 * @param payable.saved result of `find_card_customer`
 * @param payable.shop read with the order if known
 * @returns the response of `POST /create-payment-intent`
 */
export async function openCheckedPayment(
  c: Context,
  { data, payments }: PaymentIntentOptions,
  who: { userId: string; savesCard: boolean },
  payable: {
    order: { id: string; total: number; payment_intent_id: string | null };
    isHeld: boolean;
    saved: { can_save_card: boolean; customer_id: string | null };
    shop?: { name: string; hasExpressCheckout: boolean };
    more: object;
  },
): Promise<Response> {
  const { order, isHeld, saved, shop, more } = payable;
  const opened = await openWithSavedCards({ data, payments }, saved, who, (saving) =>
    openPayment({ data, payments }, { ...order, isHeld }, shop, saving),
  );
  return c.json({ ...more, ...opened.body }, opened.status);
}
