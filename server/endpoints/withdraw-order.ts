import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { closePayment } from "./close-payment.ts";
import { limitOrderBody, readOwnOrder } from "./own-order.ts";

/**
 * `POST /withdraw-order` with `{ orderId }` and the customer's bearer token cancels an unpaid order, and returns `{
 * status: "cancelled" }`. The payment intent is closed first, so that no order is canceled while it is being paid; an
 * order that was paid meanwhile is recorded as paid.
 * Errors, as `{ error }`: 400 if the body is not JSON, 401 without a valid token, 404 for another customer's order, 409
 * if the order was paid, its payment is in progress, or it is no longer pending.
 */
export function createWithdrawOrderEndpoint({ data, payments }: { data: ShopData; payments: PaymentProvider }): Hono {
  return new Hono().post("/withdraw-order", limitOrderBody, async (c) => {
    const { caller, order } = await readOwnOrder(c, data);
    if (order.status !== "pending")
      return c.json({ error: t("This order is already {status}.", { status: order.status }) }, 409);

    const paid = await closePayment({ data, payments }, order.payment_intent_id);
    if (paid !== null) return c.json({ error: paid }, 409);
    await data
      .as(caller.token)
      .rpc("withdraw_order", { order_id: order.id, closed_intent_id: order.payment_intent_id })
      .throwOnError();
    return c.json({ status: "cancelled" });
  });
}
