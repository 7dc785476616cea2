import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { fieldsOf, messageOf } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import { rejectionStatus } from "#server/base/unavailable.ts";
import { loginNeeded, readCaller, rejectLargeBody } from "./caller.ts";
import { openOwnPayment, type PaymentIntentOptions } from "./create-payment-intent.ts";

/** A database error that only says that the caller may not order. */
const NOT_ALLOWED = "42501";

/**
 * `POST /order` with the arguments of the database's `place_order` and the customer's bearer token places an order and
 * opens its payment in one request. It returns `{ order, clientSecret, amount }`: the order's row, and the intent as from
 * `POST /create-payment-intent`. The same `request_key` returns the same order and intent.
 * Errors, as `{ error }`: 400 if the body is not JSON or has other arguments; 401 without a valid token; 409, 410, 422,
 * 423, and 429 with `code` and `details` of `place_order`, which then has created nothing; and those of
 * `POST /create-payment-intent`, with `order`.
 */
export function createPlaceOrderEndpoint(options: PaymentIntentOptions): Hono {
  return new Hono().post("/order", limitBody({ maxSize: 256 * 1024, onError: rejectLargeBody }), async (c) => {
    const caller = readCaller(c.req.header("authorization"));
    if (!caller) return c.json(loginNeeded(), 401);
    const given: unknown = await c.req.json().catch(() => null);
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return c.json({ error: t("The body must be JSON.") }, 400);
    }
    const by = {
      token: caller.token,
      language: c.req.header("accept-language"),
      ticket: c.req.header("x-waiting-ticket") ?? null,
    };
    const placed = await options.data.call("place_order", given as never, by).catch((error: unknown) => ({ error }));
    if ("error" in placed) {
      const { code, status, details } = fieldsOf(placed.error);
      if (status === 401 || code === NOT_ALLOWED) return c.json(loginNeeded(), 401);
      const rejected =
        rejectionStatus(placed.error) ?? (status === 429 || status === 423 || status === 400 ? status : null);
      if (rejected === null && status !== 404) throw placed.error;
      return c.json(
        { error: errorText({ message: messageOf(placed.error), details }), code, details },
        rejected ?? 400,
      );
    }
    return openOwnPayment(c, options, caller, placed.id, { more: { order: placed } });
  });
}
