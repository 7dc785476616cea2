import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { limitSmallBody, linkedDataOf, requireLink } from "./caller.ts";
import { isTooLittle, openPayment, tooLittle } from "./open-payment.ts";
import type { PaymentIntentLimit } from "./payment-attempts.ts";

const wrongLink = () => ({ error: t("This pay link is incomplete or expired. Call us for a new one.") });

/**
 * Creates the endpoints for the pay link of a point-of-sale order. Both take `{ token }` in the body, which is not
 * logged.
 * `POST /pay-link` returns the order from `public.linked_order`: money in dollars, without personal data. `POST
 * /pay-link/payment` returns `{ clientSecret, amount }` of its open payment intent, with the amount in cents.
 * Errors, as `{ error }`: 404 for a token that is wrong, expired, or for another purpose; 409 if the order is paid or
 * canceled, an item is unavailable (with `items`), or its window is full; 422 below $0.50, below the minimum for
 * delivery, or if the order changed meanwhile; 429 after too many attempts.
 */
export function createPayLinkEndpoints({
  data,
  payments,
  links,
  limit,
}: {
  data: ShopData;
  payments: PaymentProvider;
  links: OrderLinks;
  limit: PaymentIntentLimit;
}): Hono {
  const app = new Hono();
  app.use("/pay-link/*", limitSmallBody);

  app.post("/pay-link", async (c) => {
    const orderId = await requireLink(c, links.readForPaying, wrongLink());
    const found = await data.service.rpc("linked_order", { order_id: orderId });
    return c.json(linkedDataOf(found, wrongLink()));
  });

  app.post("/pay-link/payment", async (c) => {
    const orderId = await requireLink(c, links.readForPaying, wrongLink());
    const response = await data.service.rpc("open_linked_payment", {
      order_id: orderId,
      max_count: limit.maxCount,
      seconds: limit.seconds,
    });
    if (response.error?.code === "PT410") {
      return c.json({ error: t("The time of this order is no longer available. Call us to choose another.") }, 409);
    }
    const order = linkedDataOf(response, wrongLink());
    if (order.status !== "pending") {
      const isCanceled = order.status === "cancelled";
      const error = isCanceled
        ? t("This order is canceled. You have nothing to pay.")
        : t("This order is already paid.");
      return c.json({ error }, 409);
    }
    if (order.wait_seconds > 0) {
      c.header("retry-after", String(order.wait_seconds));
      return c.json({ error: t("Too many payment attempts. Try again later.") }, 429);
    }
    if (isTooLittle(order.total)) return c.json(tooLittle(), 422);
    if (order.missing.length > 0) {
      return c.json({ error: t("An item in this order is no longer available. Call us."), items: order.missing }, 409);
    }
    const opened = await openPayment({ data, payments }, { ...order, id: orderId, isHeld: order.is_held });
    return c.json(opened.body, opened.status);
  });

  return app;
}
