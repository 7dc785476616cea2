import type { Hono } from "hono";
import { createSandboxApi } from "./sandbox-api.ts";
import { openSandboxStore } from "./sandbox-store.ts";
import { createWebhookSender } from "./webhook-sender.ts";

export const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox";

export interface StripeSandbox {
  /** Answers `/v1/…`; the shop mounts it with `shop.mount("/sandbox/stripe", sandbox.app.fetch)`. */
  readonly app: Hono;
  /** Delivers what the shop had not taken before the last stop. Call it once the webhook answers. */
  deliverPending(): void;
  stop(): Promise<void>;
}

export interface StripeSandboxOptions {
  /** Where everything that happened is kept; made when it is missing. */
  journalFile: string;
  webhookSecret: string;
  /** Address of the shop's webhook, as `post` understands it. */
  webhookUrl: string;
  /** Delivers an event; pass the shop's own `fetch` and no port is needed. */
  post: (request: Request) => Promise<Response> | Response;
  shopMode: "demo" | "live";
  retryAfterMs?: readonly number[];
}

/**
 * A stand-in for Stripe that moves no money: the part of its HTTP API that the shop uses (payment
 * intents, refunds, charges, events), its test cards, and its signed webhooks. Amounts are in cents.
 * Answers https://docs.stripe.com/api in the shape and with the errors described there.
 * @throws Error when the shop is live, or when the journal is damaged
 */
export async function createStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  if (options.shopMode === "live") {
    throw new Error("The payment sandbox does not run in a live shop: set the Stripe keys.");
  }
  const store = await openSandboxStore(options.journalFile);
  const sender = createWebhookSender({
    post: options.post,
    url: options.webhookUrl,
    secret: options.webhookSecret,
    ...(options.retryAfterMs ? { retryAfterMs: options.retryAfterMs } : {}),
    onDelivered: async (id) => {
      await store.change((changes) => changes.put("deliveries", { id }));
    },
  });

  const app = createSandboxApi({
    store,
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    onEvent: (event) => sender.send(event),
  });
  return {
    app,
    deliverPending: () => {
      for (const event of store.list("events")) {
        if (!store.get("deliveries", event.id)) sender.send(event);
      }
    },
    stop: async () => {
      sender.stop();
      await store.close();
    },
  };
}
