import Stripe from "stripe";
import type { Observe } from "#server/observe/events.ts";
import { STRIPE_API_VERSION } from "./api-version.ts";
import {
  type PaymentEvent,
  type ProviderRefund,
  paymentEventOf,
  toPaymentEvent,
  toProviderRefund,
} from "./payment-event.ts";
import { createPayoutReader, type PayoutReader } from "./payouts.ts";
import { createSavedCards, type SavedCards, throwIfNoCustomer } from "./saved-cards.ts";
import { type TrialStep, tryCharge } from "./try-charge.ts";

/** The parts of a payment intent that the store uses. */
export interface OpenPayment {
  id: string;
  clientSecret: string;
  amountCents: number;
  /** `settled`: paid, processing, or held; `closed`: canceled; `open`: the customer can still pay. */
  state: "open" | "settled" | "closed";
  /** Customer whose saved cards can pay it; null if none. */
  customerId: string | null;
  /** Whether its card is saved to the customer. */
  savesCard: boolean;
}

/** Adapter for Stripe; the only module that uses its SDK. */
export interface PaymentProvider extends PayoutReader, SavedCards {
  /**
   * Creates an intent for an order, in US dollars. The same key with the same order, amount, and description returns
   * the same intent.
   * @throws NoSuchCustomerError; Error if Stripe rejects the request or is unavailable
   */
  createPayment(order: {
    id: string;
    /** Description on the customer's statement and in the provider's dashboard. */
    description: string;
    amountCents: number;
    idempotencyKey: string;
    /** Whether Link is accepted in addition to cards and card wallets. */
    takesLink: boolean;
    /** Whether the card is only authorized, to be charged with `endHold`. */
    isHeld: boolean;
    customerId: string | null;
  }): Promise<OpenPayment>;
  /**
   * Lets the customer's saved cards pay an open intent, and says whether its card is saved.
   * @returns the intent, which may have been paid meanwhile
   * @throws NoSuchCustomerError
   */
  setCustomer(paymentIntentId: string, customerId: string, savesCard: boolean): Promise<OpenPayment>;
  /** Returns null if Stripe has no such intent, for example after a change of keys. */
  findPayment(paymentIntentId: string): Promise<OpenPayment | null>;
  /**
   * Cancels an intent, so that it can no longer be paid, and returns its new state: `settled` if the customer has
   * already paid or the payment is held. Null if Stripe has no such intent.
   */
  cancelPayment(paymentIntentId: string): Promise<OpenPayment | null>;
  /**
   * Returns the event of an intent that was paid, is held, or was held, even if it was delivered; null for any other.
   */
  findPaymentEvent(paymentIntentId: string): Promise<PaymentEvent | null>;
  /**
   * Captures a part of a held payment and releases the rest; 0 releases all of it.
   * @returns the charged cents, which differ from the request if the hold had ended before
   */
  endHold(paymentIntentId: string, amountCents: number): Promise<number>;
  /**
   * Refunds a payment. Repeated calls with the same id within a day make only one refund.
   * @throws RejectedByProviderError if Stripe rejects the refund; any other error may be temporary
   */
  refund(refund: {
    id: string;
    orderId: string | null;
    paymentIntentId: string;
    amountCents: number;
    reason: string;
  }): Promise<ProviderRefund>;
  /** Lists all refunds of an intent, including those made in the dashboard. */
  listRefunds(paymentIntentId: string): Promise<ProviderRefund[]>;
  /** Returns the provider's refund for the store's refund id, or null. */
  findRefund(paymentIntentId: string, refundId: string): Promise<ProviderRefund | null>;
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

/** Final rejection by Stripe: a retry does not help. */
export class RejectedByProviderError extends Error {
  override readonly name = "RejectedByProviderError";
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
  const httpClient = sandboxFetch
    ? Stripe.createFetchHttpClient(async (url, init) => sandboxFetch(new Request(url, init)))
    : Stripe.createNodeHttpClient();
  const stripe = new Stripe(options.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    telemetry: false,
    maxNetworkRetries: options.maxNetworkRetries ?? 2,
    timeout: 20_000,
    appInfo: { name: "calabash-market" },
    ...(options.apiUrl ? stripeAddress(options.apiUrl) : {}),
    httpClient: observe ? observed(httpClient, observe) : httpClient,
  });

  async function findIntent(paymentIntentId: string, expand: string[] = []): Promise<Stripe.PaymentIntent | null> {
    try {
      return await stripe.paymentIntents.retrieve(paymentIntentId, expand.length > 0 ? { expand } : {});
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return null;
      throw error;
    }
  }

  async function listRefunds(paymentIntentId: string): Promise<ProviderRefund[]> {
    const refunds: ProviderRefund[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
      refunds.push(toProviderRefund(refund));
    }
    return refunds;
  }

  return {
    ...createPayoutReader(stripe),
    ...createSavedCards(stripe),
    createPayment: async ({ id, description, amountCents, idempotencyKey, takesLink, isHeld, customerId }) =>
      toOpenPayment(
        await stripe.paymentIntents
          .create(
            {
              amount: amountCents,
              currency: "usd",
              allowed_payment_method_types: takesLink ? ["card", "link"] : ["card"],
              description,
              metadata: { order_id: id },
              ...(isHeld ? { capture_method: "manual" } : {}),
              ...(customerId ? { customer: customerId } : {}),
            },
            { idempotencyKey },
          )
          .catch(throwIfNoCustomer),
      ),
    setCustomer: async (paymentIntentId, customerId, savesCard) => {
      try {
        const setup_future_usage = savesCard ? "on_session" : "";
        return toOpenPayment(
          await stripe.paymentIntents.update(paymentIntentId, { customer: customerId, setup_future_usage }),
        );
      } catch (error) {
        // Another tab has paid it, so that it can no longer be changed.
        const intent = error instanceof Stripe.errors.StripeInvalidRequestError && (await findIntent(paymentIntentId));
        const payment = intent ? toOpenPayment(intent) : null;
        if (payment && payment.state !== "open") return payment;
        return throwIfNoCustomer(error);
      }
    },
    findPayment: async (paymentIntentId) => {
      const intent = await findIntent(paymentIntentId);
      return intent && toOpenPayment(intent);
    },
    cancelPayment: async (paymentIntentId) => {
      // Canceling an intent would also release a held payment.
      const current = await findIntent(paymentIntentId);
      if (current === null || current.status === "requires_capture") return current && toOpenPayment(current);
      try {
        return toOpenPayment(await stripe.paymentIntents.cancel(paymentIntentId));
      } catch (error) {
        // The intent was paid, was canceled before, or does not exist; read its state.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const intent = await findIntent(paymentIntentId);
        return intent && toOpenPayment(intent);
      }
    },
    findPaymentEvent: async (paymentIntentId) => {
      const intent = await findIntent(paymentIntentId, ["latest_charge"]);
      return intent && paymentEventOf(intent);
    },
    endHold: async (paymentIntentId, amountCents) => {
      try {
        const { status, amount_received } =
          amountCents === 0
            ? await stripe.paymentIntents.cancel(paymentIntentId)
            : await stripe.paymentIntents.capture(
                paymentIntentId,
                { amount_to_capture: amountCents },
                { idempotencyKey: `capture-${paymentIntentId}` },
              );
        if (status !== "succeeded" && status !== "canceled") throw new Error(`The captured payment is ${status}.`);
        return amount_received;
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // The hold ended before: in the dashboard, by expiry, or by an attempt whose response was lost.
        const intent = await findIntent(paymentIntentId);
        if (intent?.status === "succeeded" || intent?.status === "canceled") return intent.amount_received;
        throw error;
      }
    },
    refund: async ({ id, orderId, paymentIntentId, amountCents, reason }) => {
      try {
        return toProviderRefund(
          await stripe.refunds.create(
            {
              payment_intent: paymentIntentId,
              amount: amountCents,
              reason: reason === "duplicate" ? "duplicate" : "requested_by_customer",
              metadata: { refund_id: id, ...(orderId ? { order_id: orderId } : {}) },
            },
            { idempotencyKey: `refund-${id}` },
          ),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          throw new RejectedByProviderError(error.message, { cause: error });
        }
        throw error;
      }
    },
    listRefunds,
    findRefund: async (paymentIntentId, refundId) =>
      (await listRefunds(paymentIntentId)).find((refund) => refund.refundId === refundId) ?? null,
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

function toOpenPayment(intent: Stripe.PaymentIntent): OpenPayment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    amountCents: intent.amount,
    customerId: typeof intent.customer === "string" ? intent.customer : (intent.customer?.id ?? null),
    savesCard: intent.setup_future_usage !== null,
    state:
      intent.status === "canceled"
        ? "closed"
        : ["succeeded", "processing", "requires_capture"].includes(intent.status)
          ? "settled"
          : "open",
  };
}
