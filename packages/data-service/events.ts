import type { Context } from "hono";
import type { SignIn } from "./auth/sessions/sessions.ts";
import type { QueryEvent } from "./database/query-event.ts";

/** Events of the data service. Each is reported in the async context of its request. */
export type DataServiceEvent =
  /** A request opened a session. */
  | ({ type: "sign-in" } & SignIn)
  /** A text was not sent, because the store has sent as many as it may in a day. */
  | { type: "text-limit" }
  /** A request's statement reached its time limit. */
  | { type: "timeout"; context: Context }
  | QueryEvent;
