import Stripe from "stripe";
import type { SandboxEvent } from "./objects.ts";

export interface WebhookSender {
  send(event: SandboxEvent): void;
  stop(): void;
}

const RETRY_AFTER_MS = [0, 1_000, 5_000, 30_000, 120_000, 600_000];

/**
 * Posts signed events to the shop, again with growing pauses while the answer is not 2xx.
 * Signatures are made by the official SDK: https://docs.stripe.com/webhooks#verify-manually
 * @param options.post delivers the request; the shop passes its own `fetch`, so that no port is needed
 * @param options.onDelivered is told once for each event that was taken
 */
export function createWebhookSender(options: {
  post: (request: Request) => Promise<Response> | Response;
  url: string;
  secret: string;
  onDelivered: (eventId: string) => Promise<void>;
  retryAfterMs?: readonly number[];
}): WebhookSender {
  const retryAfterMs = options.retryAfterMs ?? RETRY_AFTER_MS;
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  function attemptLater(event: SandboxEvent, attempt: number): void {
    const pause = retryAfterMs[attempt];
    if (stopped || pause === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attemptNow(event, attempt);
    }, pause);
    // A waiting delivery does not keep the process alive: it is made at the next start.
    timer.unref();
    timers.add(timer);
  }

  async function attemptNow(event: SandboxEvent, attempt: number): Promise<void> {
    try {
      const response = await options.post(signedRequest(event, options.url, options.secret));
      if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
      await options.onDelivered(event.id);
    } catch (error) {
      console.warn(
        `sandbox: event ${event.id} was not taken (attempt ${attempt + 1}): ${(error as Error).message}`,
      );
      attemptLater(event, attempt + 1);
    }
  }

  return {
    send: (event) => attemptLater(event, 0),
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

function signedRequest(event: SandboxEvent, url: string, secret: string): Request {
  const payload = JSON.stringify(event, null, 2);
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    },
    body: payload,
  });
}
