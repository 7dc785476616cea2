import type { Context, Hono, MiddlewareHandler } from "hono";
import type { Caller } from "./caller.ts";
import type { FormFields } from "./form-body.ts";
import type { Answer } from "./idempotency.ts";
import type { Command } from "./intent-command.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { notFound } from "./stripe-error.ts";

export type Api = { Variables: { caller: Caller; requestId: string; fields: FormFields; rawBody: string } };

/** The API that a group of routes adds to. */
export interface Routes {
  app: Hono<Api>;
  store: SandboxStore;
  /** Rejects requests without a secret key. */
  secret: MiddlewareHandler<Api>;
  /** Runs a command, and responds with what it returned for the idempotency key. */
  answer: (c: Context<Api>, decide: (command: Command) => Answer) => Promise<Response>;
}

/** @throws StripeSandboxError resource_missing if there is no such row */
export function found<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (!row) throw notFound(kind, id);
  return row;
}
