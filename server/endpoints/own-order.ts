import { limitBody } from "@calabash/data-service/http";
import type { Context } from "hono";
import { fieldsOf } from "#app/values/unknown-value.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import { failed } from "#server/settings/unavailable.ts";
import { type Caller, LOGIN_NEEDED, NO_SUCH_ORDER, readCaller, readOrderId, rejectLargeBody } from "./caller.ts";

export interface OwnOrder {
  caller: Caller;
  /** The total in dollars. */
  order: { id: string; total: number; status: string; payment_intent_id: string | null; holds_payment: boolean };
}

/** Stands before calls that read `{ orderId }`. */
export const limitOrderBody = limitBody({ maxSize: 16 * 1024, onError: rejectLargeBody });

/**
 * How a call begins that only the owner of an order may make: who asks, and for which order, by the bearer token
 * and `{ orderId }` in the body.
 * @returns the order, or the refusal to answer with, as `{ error }`: 400 a body that is not JSON, 401 without a
 *   valid token, 404 for an order that is not the caller's
 * @throws Error when the database cannot be asked
 */
export async function readOwnOrder(c: Context, data: ShopData): Promise<OwnOrder | Response> {
  const caller = readCaller(c.req.header("authorization"));
  if (!caller) return c.json(LOGIN_NEEDED, 401);
  const body: unknown = await c.req.json().catch(() => null);
  if (typeof body !== "object" || body === null) return c.json({ error: "The body must be JSON." }, 400);
  const found = await data
    .as(caller.token)
    .from("orders")
    .select("id, total, status, payment_intent_id, holds_payment")
    .eq("id", readOrderId(fieldsOf(body)["orderId"]))
    // Admins can read every order; only its owner can pay or cancel it.
    .eq("user_id", caller.claimedUserId)
    .maybeSingle();
  if (found.status === 401) return c.json(LOGIN_NEEDED, 401);
  if (found.error) throw failed(found.error);
  return found.data ? { caller, order: found.data } : c.json(NO_SUCH_ORDER, 404);
}
