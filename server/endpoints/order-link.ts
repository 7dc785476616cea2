import { Hono } from "hono";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { textIn } from "#app/values/unknown-value.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { limitSmallBody, linkedDataOf, requireLink } from "./caller.ts";

const wrongLink = () => ({ error: t("This link is incomplete or older than 90 days.") });

/**
 * Creates the endpoints for the link in an order's email. The first two take `{ token }` in the body, which is not
 * logged. `POST /order-link` returns the order from `public.linked_order`: money in dollars, without personal data.
 * `POST /order-link/cancel` cancels the order as its customer could, and returns 204. `POST /order-link/find` takes
 * `{ number, contact }`, emails the order's link to its customer if the contact is the order's email or phone number,
 * and returns 204 either way.
 * Errors, as `{ error }`: 404 for a wrong or expired token; 409 if the order can no longer be canceled.
 * @param options.onCancelled called because a refund may be due
 * @param options.onMail called because an email may be waiting
 */
export function createOrderLinkEndpoints({
  data,
  links,
  onCancelled,
  onMail,
}: {
  data: ShopData;
  links: OrderLinks;
  onCancelled: () => void;
  onMail: () => void;
}): Hono {
  const app = new Hono();
  app.use("/order-link/*", limitSmallBody);

  app.post("/order-link", async (c) => {
    const orderId = await requireLink(c, links.read, wrongLink());
    const found = await data.service.rpc("linked_order", { order_id: orderId, language: currentLocale() });
    return c.json(linkedDataOf(found, wrongLink()));
  });

  app.post("/order-link/cancel", async (c) => {
    const orderId = await requireLink(c, links.read, wrongLink());
    linkedDataOf(await data.service.rpc("cancel_linked_order", { order_id: orderId }), wrongLink());
    onCancelled();
    return c.body(null, 204);
  });

  app.post("/order-link/find", async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const number = textIn(body, "number") ?? "";
    const contact = textIn(body, "contact");
    if (!/^\d{1,15}$/.test(number) || contact === undefined) {
      return c.json({ error: t("Enter the number of your order.") }, 400);
    }
    await data.service.rpc("resend_order_link", { order_number: Number(number), contact }).throwOnError();
    onMail();
    return c.body(null, 204);
  });

  return app;
}
