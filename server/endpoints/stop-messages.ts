import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import type { OrderLinks } from "#server/base/order-links.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { limitSmallBody, requireLink } from "./caller.ts";

/**
 * `POST /stop-messages` with `{ token }` in the body, which is not logged: cancels all back-in-stock requests of the
 * account whose email contains the link, and returns 204. 404, as `{ error }`, for a token that is wrong or older than
 * 90 days.
 */
export function createStopMessagesEndpoint({ data, links }: { data: ShopData; links: OrderLinks }): Hono {
  const app = new Hono();
  app.use("/stop-messages", limitSmallBody);
  app.post("/stop-messages", async (c) => {
    const wrongLink = { error: t("This link is incomplete or older than 90 days.") };
    const userId = await requireLink(c, links.readForStopping, wrongLink);
    await data.service.rpc("withdraw_back_in_stock_requests", { user_id: userId }).throwOnError();
    return c.body(null, 204);
  });
  return app;
}
