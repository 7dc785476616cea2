import { limitBody } from "@calabash/data-service/http";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { t } from "#app/messages/t.ts";
import { isUuid } from "#app/values/ids.ts";
import { fieldsOf, parsedJson, textIn } from "#app/values/unknown-value.ts";
import { failed } from "#server/base/unavailable.ts";
import type { ShopData } from "#server/database/shop-data.ts";

/** Caller of an endpoint, before the data service has verified the token. */
export interface Caller {
  token: string;
  /**
   * Account in the token's claims. Trust it only together with a response of the data service to this token, because
   * the data service checks the signature.
   */
  claimedUserId: string;
}

/** Ends a request with this response. */
export class Rejection extends HTTPException {
  readonly body: object;

  constructor(status: ContentfulStatusCode, body: object) {
    super(status, { res: Response.json(body, { status }) });
    this.body = body;
  }
}

/** Returns the caller. @throws Rejection 401 without the token of an account */
export function requireCaller(c: Context): Caller {
  const caller = readCaller(c.req.header("authorization"));
  if (!caller) throw new Rejection(401, loginNeeded());
  return caller;
}

/**
 * Returns the data of a call with the caller's token.
 * @throws Rejection 401 if the session has ended; for another error, one that `answerErrors` answers
 */
export function dataOf<Answer extends { data: unknown; error: unknown; status: number }>(
  answer: Answer,
): Extract<Answer, { error: null }>["data"] {
  if (answer.status === 401) throw new Rejection(401, loginNeeded());
  if (answer.error) throw failed(answer.error);
  return answer.data;
}

/** Handles a failed `ShopData.call` with the caller's token. @throws Rejection 401 if the session has ended, else the error */
export function rejectEndedSession(error: unknown): never {
  throw fieldsOf(error)["status"] === 401 ? new Rejection(401, loginNeeded()) : error;
}

/** Returns the data of a call about the order of a link. @throws Rejection 404 with `wrong` if there is no such order */
export function linkedDataOf<Answer extends { data: unknown; error: { code: string } | null }>(
  answer: Answer,
  wrong: object,
): Extract<Answer, { error: null }>["data"] {
  if (answer.error?.code === "PT404") throw new Rejection(404, wrong);
  if (answer.error) throw failed(answer.error);
  return answer.data;
}

/** Returns the staff role of a caller; null for others. @throws like {@link dataOf} */
export async function readRole(data: ShopData, { token }: Pick<Caller, "token">): Promise<string | null> {
  return dataOf(await data.as(token).rpc("staff_role"));
}

/**
 * Reads the token in the body of a request from a link.
 * @param read returns what a token stands for; null for a wrong or expired one
 * @throws Rejection 404 with `wrong` for such a token
 */
export async function requireLink<Found>(
  c: Context,
  read: (token: string) => Found | null | Promise<Found | null>,
  wrong: object,
): Promise<Found> {
  const token = textIn(await c.req.json().catch(() => null), "token");
  const found = token === undefined ? null : await read(token);
  if (found === null) throw new Rejection(404, wrong);
  return found;
}

/** Reads `Authorization: Bearer …`; null if it is missing or not the token of an account. */
function readCaller(authorization: string | undefined): Caller | null {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization ?? "")?.[1];
  if (!token) return null;
  const claims = parsedJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  const subject = textIn(claims, "sub");
  return subject !== undefined && isUuid(subject) ? { token, claimedUserId: subject } : null;
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

/** Limits the body of requests with a few short fields. */
export const limitSmallBody = limitBody(4096, rejectLargeBody);
