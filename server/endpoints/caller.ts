import type { Context } from "hono";
import { isUuid } from "#app/values/ids.ts";
import { textIn } from "#app/values/unknown-value.ts";

/** Caller of an endpoint, before the data service has verified the token. */
export interface Caller {
  token: string;
  /**
   * The account the token says it is for. Trust it only together with an answer of the data service
   * to this token, which checks the signature.
   */
  claimedUserId: string;
}

/** Reads `Authorization: Bearer …`; null when it is missing or no token of a person. */
export function readCaller(authorization: string | undefined): Caller | null {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const subject = textIn(claims, "sub");
    return subject !== undefined && isUuid(subject) ? { token, claimedUserId: subject } : null;
  } catch {
    return null;
  }
}

/** An order id that PostgreSQL can read; anything else becomes one that no order has. */
export function readOrderId(text: unknown): string {
  return typeof text === "string" && isUuid(text) ? text : "00000000-0000-0000-0000-000000000000";
}

export const LOGIN_NEEDED = { error: "Please login or sign up to proceed" };
export const NO_SUCH_ORDER = { error: "This order doesn't exist." };

export function rejectLargeBody(c: Context): Response {
  return c.json({ error: "The body is too large." }, 413);
}
