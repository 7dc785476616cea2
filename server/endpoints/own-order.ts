import { limitBody } from "@calabash/data-service/http";
import type { Context } from "hono";
import { t } from "#app/messages/t.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { type Caller, loginNeeded, noSuchOrder, readCaller, readOrderId, rejectLargeBody } from "./caller.ts";

export interface OwnOrder {
  caller: Caller;
  /** The total is in dollars. */
  order: { id: string; total: number; status: string; payment_intent_id: string | null; holds_payment: boolean };
}

/** Limits the body of requests with `{ orderId }`. */
export const limitOrderBody = limitBody({ maxSize: 16 * 1024, onError: rejectLargeBody });

/**
 * Reads the order of a request that only the order's customer may make, from the bearer token and `{ orderId }` in the
 * body.
 * @returns the order, or an error response with `{ error }`: 400 if the body is not JSON, 401 without a valid token,
 * 404 for another customer's order
 * @throws Error if the database is unavailable
 */
export async function readOwnOrder(c: Context, data: ShopData): Promise<OwnOrder | Response> {
  const caller = readCaller(c.req.header("authorization"));
  if (!caller) return c.json(loginNeeded(), 401);
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== "object" || body === null) return c.json({ error: t("The body must be JSON.") }, 400);
  const found = await data
    .as(caller.token)
    .from("orders")
    .select("id, total, status, payment_intent_id, holds_payment")
    .eq("id", readOrderId(fieldsOf(body)["orderId"]))
    // Admins can read every order, but only its customer can pay or withdraw it.
    .eq("user_id", caller.claimedUserId)
    .maybeSingle();
  if (found.status === 401) return c.json(loginNeeded(), 401);
  if (found.error) throw failed(found.error);
  return found.data ? { caller, order: found.data } : c.json(noSuchOrder(), 404);
}
