import { limitBody } from "@calabash/data-service/http";
import { Hono } from "hono";
import { t } from "#app/messages/t.ts";
import { fieldsOf, messageOf } from "#app/values/unknown-value.ts";
import { errorText } from "#server/base/error-text.ts";
import { rejectionStatus } from "#server/base/unavailable.ts";
import { loginNeeded, rejectLargeBody, requireCaller } from "./caller.ts";
import { openCheckedPayment, openOwnPayment, type PaymentIntentOptions } from "./create-payment-intent.ts";
import { isTooLittle, tooLittle } from "./open-payment.ts";

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
  return new Hono().post("/order", limitBody(256 * 1024, rejectLargeBody), async (c) => {
    const caller = requireCaller(c);
    const given: unknown = await c.req.json().catch(() => null);
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return c.json({ error: t("The body must be JSON.") }, 400);
    }
    const by = {
      token: caller.token,
      language: c.req.header("accept-language"),
      ticket: c.req.header("x-waiting-ticket") ?? null,
    };
    const called = await options.data
      .call("place_payable_order", given as never, by)
      .catch((error: unknown) => ({ error }));
    if ("error" in called) {
      const { code, status, details } = fieldsOf(called.error);
      if (status === 401 || code === NOT_ALLOWED) return c.json(loginNeeded(), 401);
      const rejected =
        rejectionStatus(called.error) ?? (status === 429 || status === 423 || status === 400 ? status : null);
      if (rejected === null && status !== 404) throw called.error;
      return c.json(
        { error: errorText({ message: messageOf(called.error), details }), code, details },
        rejected ?? 400,
      );
    }
    const { placed: order, is_new, is_held, ...saved } = called;
    const more = { order };
    // The order of an earlier request may have changed since.
    if (!is_new) return openOwnPayment(c, options, caller, order.id, { more });
    if (isTooLittle(order.total)) return c.json(tooLittle(), 422);
    const who = { userId: caller.claimedUserId, savesCard: false };
    return openCheckedPayment(c, options, who, { order, isHeld: is_held, saved, more });
  });
}
