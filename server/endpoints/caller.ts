import type { Context } from "hono";
import { t } from "#app/messages/t.ts";
import { isUuid } from "#app/values/ids.ts";
import { textIn } from "#app/values/unknown-value.ts";

/** Caller of an endpoint, before the data service has verified the token. */
export interface Caller {
  token: string;
  /**
   * Account in the token's claims. Trust it only together with a response of the data service to this token, because
   * the data service checks the signature.
   */
  claimedUserId: string;
}

/** Reads `Authorization: Bearer …`; null if it is missing or not the token of an account. */
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

/** Returns an order id that PostgreSQL can parse; for invalid text, an id that no order has. */
export function readOrderId(text: unknown): string {
  return typeof text === "string" && isUuid(text) ? text : "00000000-0000-0000-0000-000000000000";
}

export const loginNeeded = () => ({ error: t("Please login or sign up to proceed") });
export const noSuchOrder = () => ({ error: t("This order doesn't exist.") });

export function rejectLargeBody(c: Context): Response {
  return c.json({ error: t("The body is too large.") }, 413);
}
