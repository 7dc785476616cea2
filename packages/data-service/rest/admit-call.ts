import type { Context } from "hono";
import type { IdentifiedCaller } from "../caller.ts";
import { RestError } from "./rest-error.ts";

/** A place in line. */
export interface Wait {
  /** 1 is next. */
  place: number;
  /** Until the call may be repeated with success, at the earliest. */
  seconds: number;
  /** To be sent as `x-waiting-ticket` with the repetition. */
  ticket: string;
}

/**
 * Decides whether a signed-in user may call a function now.
 * @param ticket from the caller's earlier place in line
 * @returns null when it may
 */
export type AdmitCall = (call: { name: string; userId: string; ticket: string | null }) => Wait | null;

/** The response's code; its details are the `Wait` as JSON. */
const IN_LINE = "PT429W";

/** @throws RestError 429 with the caller's place in line */
export function requireTurn(c: Context, caller: IdentifiedCaller, name: string, admit: AdmitCall): void {
  const userId = caller.token.sub;
  if (caller.role !== "authenticated" || userId === undefined) return;
  const wait = admit({ name, userId, ticket: c.req.header("x-waiting-ticket") ?? null });
  if (wait === null) return;
  c.header("retry-after", String(wait.seconds));
  throw new RestError(429, IN_LINE, "Many people are ordering right now.", JSON.stringify(wait));
}
