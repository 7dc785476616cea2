import { limitBody } from "@calabash/data-service/http";
import { type Context, Hono } from "hono";
import { currentLocale } from "#app/messages/current-locale.ts";
import { textIn } from "#app/values/unknown-value.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import type { OrderLinks } from "#server/worker/order-links.ts";
import { rejectLargeBody } from "./caller.ts";

const WRONG_LINK = { error: "This link is incomplete or older than 90 days." };

/**
 * For whoever has the link of an order's mail; both take `{ token }`, in the body, which no log keeps.
 * `POST /order-link` answers the order as `public.linked_order` tells it: money in dollars, without the person.
 * `POST /order-link/cancel` cancels it as its customer would, and answers 204.
 * @param options.onCancelled money and stock may wait to be given back
 * Errors, as `{ error }`: 404 for a token that is wrong, changed or too old; 409 for an order that can no longer be
 * cancelled.
 */
export function createOrderLinkEndpoints({
  data,
  links,
  onCancelled,
}: {
  data: ShopData;
  links: OrderLinks;
  onCancelled: () => void;
}): Hono {
  const app = new Hono();
  app.use("/order-link", limitBody({ maxSize: 4096, onError: rejectLargeBody }));
  app.use("/order-link/*", limitBody({ maxSize: 4096, onError: rejectLargeBody }));

  app.post("/order-link", async (c) => {
    const orderId = await readOrder(c);
    if (orderId === null) return c.json(WRONG_LINK, 404);
    const found = await data.service.rpc("linked_order", { order_id: orderId, language: currentLocale() });
    if (found.error) throw failed(found.error);
    return found.data === null ? c.json(WRONG_LINK, 404) : c.json(found.data);
  });

  app.post("/order-link/cancel", async (c) => {
    const orderId = await readOrder(c);
    if (orderId === null) return c.json(WRONG_LINK, 404);
    const { error } = await data.service.rpc("cancel_linked_order", { order_id: orderId });
    if (error?.code === "PT409") return c.json({ error: error.message }, 409);
    if (error?.code === "PT404") return c.json(WRONG_LINK, 404);
    if (error) throw failed(error);
    onCancelled();
    return c.body(null, 204);
  });

  return app;

  async function readOrder(c: Context): Promise<string | null> {
    const body: unknown = await c.req.json().catch(() => null);
    const token = textIn(body, "token");
    return token !== undefined ? links.read(token) : null;
  }
}
