import type { IdentifiedCaller } from "../caller.ts";
import { RestError } from "./rest-error.ts";

/** A caller's place in line. */
export interface Wait {
  /** 1 is the next to be admitted. */
  place: number;
  /** Seconds until the call can succeed at the earliest. */
  seconds: number;
  /** Sent as `x-waiting-ticket` when the call is repeated. */
  ticket: string;
}

/**
 * Decides whether a logged-in user may call a function now.
 * @param ticket of the caller's earlier place in line
 * @returns null if the call is admitted
 */
export type AdmitCall = (call: { name: string; userId: string; ticket: string | null }) => Wait | null;

/** Error code; the error's details contain the `Wait` as JSON. */
const IN_LINE = "PT429W";

/** @throws RestError 429 with the caller's place in line, if the call must wait */
export function requireAdmission(
  caller: IdentifiedCaller,
  name: string,
  ticket: string | null,
  admit: AdmitCall,
): void {
  const userId = caller.token.sub;
  if (caller.role !== "authenticated" || userId === undefined) return;
  const wait = admit({ name, userId, ticket });
  if (!wait) return;
  throw new RestError(429, IN_LINE, "Many people are ordering right now.", JSON.stringify(wait)).withHeaders({
    "retry-after": String(wait.seconds),
  });
}
