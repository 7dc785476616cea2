import { limitBody } from "@calabash/data-service/http";
import type { Context } from "hono";
import { t } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { type Caller, dataOf, noSuchOrder, Rejection, readOrderId, rejectLargeBody, requireCaller } from "./caller.ts";

export interface OwnOrder {
  caller: Caller;
  /** The total is in dollars. */
  order: { id: string; total: number; status: string; payment_intent_id: string | null; holds_payment: boolean };
}

/** Limits the body of requests with `{ orderId }`. */
export const limitOrderBody = limitBody(16 * 1024, rejectLargeBody);

/**
 * Reads the order of a request that only the order's customer may make, from the bearer token and `{ orderId }` in the
 * body.
 * @throws Rejection 400 if the body is not JSON, 401 without a valid token, 404 for another customer's order; Error if the
 * database is unavailable
 */
export async function readOwnOrder(c: Context, data: ShopData): Promise<OwnOrder> {
  const caller = requireCaller(c);
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== "object" || body === null) throw new Rejection(400, { error: t("The body must be JSON.") });
  const found = await data
    .as(caller.token)
    .from("orders")
    .select("id, total, status, payment_intent_id, holds_payment")
    .eq("id", readOrderId(fieldsOf(body)["orderId"]))
    // Admins can read every order, but only its customer can pay or withdraw it.
    .eq("user_id", caller.claimedUserId)
    .maybeSingle();
  const order = dataOf(found);
  if (!order) throw new Rejection(404, noSuchOrder());
  return { caller, order };
}
