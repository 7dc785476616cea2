import Stripe from "stripe";
import type { Observe } from "#server/observe/events.ts";
import { STRIPE_API_VERSION } from "./api-version.ts";
import { type PaymentEvent, toPaymentEvent } from "./payment-event.ts";
import { createPaymentIntents, type PaymentIntents } from "./payment-intents.ts";
import { createPayoutReader, type PayoutReader } from "./payouts.ts";
import { createProviderRefunds, type ProviderRefunds } from "./provider-refunds.ts";
import { createSavedCards, type SavedCards } from "./saved-cards.ts";
import { type TrialStep, tryCharge } from "./try-charge.ts";

/** Adapter for Stripe; the only module that uses its SDK. */
export interface PaymentProvider extends PayoutReader, SavedCards, PaymentIntents, ProviderRefunds {
  /** Lists supported events since then, oldest first. Stripe keeps them for 30 days. */
  listEvents(since: Date): Promise<PaymentEvent[]>;
  /**
   * Makes the smallest possible charge with a test card, and refunds it.
   * @param isReceived returns whether the store's webhook received the intent's event
   * @throws Error with a live key, so that no card is charged
   */
  tryCharge(isReceived: (paymentIntentId: string) => Promise<boolean>): Promise<TrialStep[]>;
  /**
   * Reads a webhook event.
   * @throws BadSignatureError unless Stripe signed exactly this body within the last five minutes
   */
  readEvent(rawBody: string, signature: string | undefined): PaymentEvent;
}

export class BadSignatureError extends Error {
  override readonly name = "BadSignatureError";
}

/** Returns whether a call failed because the provider could not be reached or has a problem of its own. */
export function isProviderAway(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError;
}

/** Event types that `apply_payment_event` handles; it only records others. */
export const UNDERSTOOD_EVENTS = [
  "payment_intent.amount_capturable_updated",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
];

/**
 * Creates a provider with Stripe's SDK, which uses Stripe or the sandbox.
 * @param options.sandboxFetch `sandbox.app.fetch` if the sandbox replaces Stripe. It runs in this process, because the
 * SDK supports another host and port but no path prefix before `/v1`.
 */
export function createPaymentProvider(options: {
  secretKey: string;
  webhookSecret: string;
  sandboxFetch?: (request: Request) => Promise<Response> | Response;
  /** Address of Stripe's API, if not the default. */
  apiUrl?: string;
  /** Retries of the SDK when Stripe is unreachable; twice by default. */
  maxNetworkRetries?: number;
  observe?: Observe;
}): PaymentProvider {
  const { sandboxFetch, observe } = options;
  // The SDK's client for Node starts its timeout anew after each step, and not before the connection is open.
  const httpClient = Stripe.createFetchHttpClient(
    sandboxFetch && (async (url, init) => sandboxFetch(new Request(url, init))),
  );
  const stripe = new Stripe(options.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    telemetry: false,
    maxNetworkRetries: options.maxNetworkRetries ?? 2,
    // With both retries and their pauses, below the 30 seconds after which the server closes a silent connection, so
    // that the shopper gets a message.
    timeout: 8000,
    appInfo: { name: "calabash-market" },
    ...(options.apiUrl ? stripeAddress(options.apiUrl) : {}),
    httpClient: observe ? observed(httpClient, observe) : httpClient,
  });

  return {
    ...createPayoutReader(stripe),
    ...createSavedCards(stripe),
    ...createPaymentIntents(stripe),
    ...createProviderRefunds(stripe),
    listEvents: async (since) => {
      const events: PaymentEvent[] = [];
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const event of stripe.events.list({ created, types: UNDERSTOOD_EVENTS, limit: 100 })) {
        events.push(toPaymentEvent(event));
      }
      return events.reverse();
    },
    tryCharge: async (isReceived) => {
      if (!/^(sk|rk)_test_/.test(options.secretKey)) throw new Error("Test charges do not run in live mode.");
      return tryCharge(stripe, isReceived);
    },
    readEvent: (rawBody, signature) => {
      try {
        return toPaymentEvent(stripe.webhooks.constructEvent(rawBody, signature ?? "", options.webhookSecret));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
          throw new BadSignatureError("The signature does not match.", { cause: error });
        }
        throw error;
      }
    },
  };
}

/** Reports each HTTP request of the SDK. */
function observed(client: Stripe.HttpClient, observe: Observe): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  return Object.assign(client, {
    makeRequest: async (...request: Parameters<typeof makeRequest>) => {
      const startedAt = performance.now();
      const [, , target, method] = request;
      let status: number | null = null;
      try {
        const response = await makeRequest(...request);
        status = response.getStatusCode();
        return response;
      } finally {
        const path = withoutIds(target);
        observe({ type: "payment-request", method, path, status, ms: performance.now() - startedAt });
      }
    },
  });
}

/** Returns `/v1/payment_intents/{id}/cancel` for `/v1/payment_intents/pi_1/cancel?…`. */
function withoutIds(target: string): string {
  return (target.split("?", 1)[0] ?? "").replace(/\/[a-z]+_[A-Za-z0-9_]*[A-Z0-9][A-Za-z0-9_]*(?=\/|$)/g, "/{id}");
}

/** Converts a URL to the SDK's options. */
export function stripeAddress(apiUrl: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiUrl);
  const isHttp = protocol === "http:";
  return { host: hostname, port: port || (isHttp ? 80 : 443), protocol: isHttp ? "http" : "https" };
}
