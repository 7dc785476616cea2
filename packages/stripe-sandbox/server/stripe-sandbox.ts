import type { Context, Hono } from "hono";
import { adoptPayments, type PastPayment } from "./adopt-payments.ts";
import { createSandboxDashboard, type SandboxDashboard } from "./dashboard.ts";
import { createDelayedOutcomes } from "./delayed-outcomes.ts";
import { createCommandRunner } from "./intent-command.ts";
import { createSandboxApi } from "./sandbox-api.ts";
import { openSandboxStore } from "./sandbox-store.ts";
import { createWebhookSender } from "./webhook-sender.ts";

export type { PastPayment };

export const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox";

export interface StripeSandbox {
  /** Serves `/v1/…`; the store mounts it with `shop.mount("/sandbox/stripe", sandbox.app.fetch)`. */
  readonly app: Pick<Hono, "fetch" | "request">;
  /** Data and actions of the dashboard. */
  readonly dashboard: SandboxDashboard;
  /**
   * Resumes what the last stop interrupted: undelivered events, delayed payments and refunds. Call it once the webhook
   * responds.
   */
  deliverPending(): void;
  /** Adopts the payments of a seeded demo store. */
  adopt(payments: readonly PastPayment[]): Promise<void>;
  stop(): Promise<void>;
}

export interface StripeSandboxOptions {
  /** Log file of all changes; created if missing. */
  appendOnlyLogFile: string;
  webhookSecret: string;
  /** URL of the store's webhook, for `post`. */
  webhookUrl: string;
  /** Delivers an event; with the store's own `fetch`, no port is needed. */
  post: (request: Request) => Promise<Response> | Response;
  shopMode: "demo" | "empty" | "live";
  /** Pauses before each attempt to deliver an event, including the first. */
  retryAfterMs?: readonly number[];
  /** Duration of a delayed payment or refund. */
  delayMs?: number;
  /** Whether a request may use a secret key; by default, every request may. */
  isTrusted?: (c: Context) => boolean;
}

const DELAY_MS = 30_000;

/**
 * Creates a replacement for Stripe that moves no money: the part of its HTTP API that the store uses (payment intents,
 * refunds, charges, events), its test cards, and its signed webhooks. Amounts are in cents. Responses and errors follow
 * https://docs.stripe.com/api.
 * @throws Error in a live store, or if the log is damaged
 */
export async function createStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  if (options.shopMode === "live") {
    throw new Error("The payment sandbox does not run in a live store. Set the Stripe keys.");
  }
  const store = await openSandboxStore(options.appendOnlyLogFile);
  const sender = createWebhookSender({
    store,
    post: options.post,
    url: options.webhookUrl,
    secret: options.webhookSecret,
    ...(options.retryAfterMs ? { retryAfterMs: options.retryAfterMs } : {}),
  });
  const run = createCommandRunner(store, (events) => {
    for (const event of events) sender.send(event);
    // Delayed outcomes have been scheduled by now.
    if (events.length > 0) delayed.watch();
  });
  const delayed = createDelayedOutcomes({ store, run, delayMs: options.delayMs ?? DELAY_MS });
  return {
    app: createSandboxApi({
      store,
      run,
      publishableKey: SANDBOX_PUBLISHABLE_KEY,
      isTrusted: options.isTrusted ?? (() => true),
    }),
    dashboard: createSandboxDashboard({ store, run, sender, delayed }),
    deliverPending: () => {
      sender.resume();
      delayed.watch();
    },
    adopt: (payments) => adoptPayments(store, payments),
    stop: async () => {
      delayed.stop();
      await sender.stop();
      await store.close();
    },
  };
}
