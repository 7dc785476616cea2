import { fieldsOf, messageOf } from "#app/values/unknown-value.ts";
/** Value of `Retry-After`, in seconds: a database that crashed is back within a few. */
export const RETRY_AFTER_SECONDS = 2;

/**
 * PostgREST's codes for an unavailable database, and PostgreSQL's for connection errors, missing resources, and
 * shutdown.
 */
const IS_AWAY = /^(PGRST00[0-3]|(08|53|57)...)$/;

/** Returns whether an error means that the data service is unavailable and a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  const { code, status, message } = fieldsOf(error);
  if (typeof code === "string" && IS_AWAY.test(code)) return true;
  // The auth client reports the response status; an unreachable hosted service has none.
  return status === 503 || (typeof message === "string" && message.includes("fetch failed"));
}

/** Converts the plain error object of a client into an `Error`, because Hono's error handler ignores other values. */
export function failed(error: unknown): Error {
  return error instanceof Error ? error : Object.assign(new Error(messageOf(error)), error);
}

/**
 * Returns the HTTP status with which the database rejected a call, from its code, such as 429 for `PT429`; null for any
 * other error. The message of such an error is for users.
 */
export function rejectionStatus(error: unknown): 400 | 403 | 404 | 409 | 410 | 412 | 413 | 422 | 429 | null {
  const code = /^PT(\d{3})$/.exec(String(fieldsOf(error)["code"]))?.[1];
  return ([400, 403, 404, 409, 410, 412, 413, 422, 429] as const).find((status) => String(status) === code) ?? null;
}
