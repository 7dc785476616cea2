import { Hono } from "hono";
import type { ShopData } from "#server/database/shop-data.ts";
import { noSuchOrder, readOrderId, rejectEndedSession, requireCaller } from "./caller.ts";
import { createOpenCount } from "./desk-events.ts";
import type { DeskHub, OnStatus } from "./desk-hub.ts";

/** Below the time after which proxies, and the page, give up. */
const WAIT_MS = 10_000;
const MAX_WAITING_PER_USER = 10;

/**
 * `GET /order/{id}/status` with the customer's bearer token returns `{ status }`. With `?after=pending`, the response
 * waits until the order has another status, ten seconds at most; it does not wait while database notifications do not
 * arrive, or if the account waits ten times already.
 * Errors, as `{ error }`: 401 without a valid token, 404 for another customer's order.
 * @param options.hub null with a hosted project, which sends no notifications
 */
export function createOrderStatusEndpoint({ data, hub }: { data: ShopData; hub: DeskHub | null }): Hono {
  const ofUsers = createOpenCount(MAX_WAITING_PER_USER);
  return new Hono().get("/order/:id/status", async (c) => {
    const caller = requireCaller(c);
    const orderId = readOrderId(c.req.param("id"));
    const after = c.req.query("after");
    const readStatus = () =>
      data.call("own_order_status", { order_id: orderId }, { token: caller.token }).catch(rejectEndedSession);
    // Watched before the first read, so that no change is missed in between.
    let onChange: OnStatus = () => {};
    const leave = after === undefined ? null : ofUsers(caller.claimedUserId);
    const stop = leave && hub?.watchOrder(orderId, (status) => onChange(status));
    try {
      const over = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(WAIT_MS)]);
      for (;;) {
        const changed = new Promise<string | null>((resolve) => {
          onChange = resolve;
        });
        const status = await readStatus();
        if (status === null) return c.json(noSuchOrder(), 404);
        if (status !== after || !stop || !hub?.isLive() || over.aborted) return c.json({ status });
        const next = await Promise.race([
          changed,
          new Promise<string>((resolve) => over.addEventListener("abort", () => resolve(status), { once: true })),
        ]);
        // Null: notifications may have been missed, so read the status again.
        if (next !== null) return c.json({ status: next });
      }
    } finally {
      stop?.();
      leave?.();
    }
  });
}
