import Stripe from "stripe";
import type { Observe } from "#server/settings/events.ts";
import { STRIPE_API_VERSION } from "./api-version.ts";
import {
  type PaymentEvent,
  type ProviderRefund,
  paymentEventOf,
  toPaymentEvent,
  toProviderRefund,
} from "./payment-event.ts";
import { createPayoutReader, type PayoutReader } from "./payouts.ts";
import { type TrialStep, tryCharge } from "./try-charge.ts";

/** A payment intent as the shop needs to know it. */
export interface OpenPayment {
  id: string;
  clientSecret: string;
  amountCents: number;
  /** `settled`: money moved or is about to; `closed`: cancelled; `open`: the customer can still pay. */
  state: "open" | "settled" | "closed";
}

/** Adapter for Stripe; the only module that uses its SDK. */
export interface PaymentProvider extends PayoutReader {
  /**
   * Makes an intent for an order, in US dollars. The same key with the same order, amount and description returns
   * the same intent. @throws Error when Stripe refuses or cannot be reached
   */
  createPayment(order: {
    id: string;
    /** Description on the customer's statement and in the provider's dashboard. */
    description: string;
    amountCents: number;
    idempotencyKey: string;
    /** Link pays too, not only cards and the wallets that hold them. */
    takesLink: boolean;
    /** The card is only authorized; `endHold` charges it. */
    isHeld: boolean;
  }): Promise<OpenPayment>;
  /** Null when Stripe does not know the intent, as after a change of keys. */
  findPayment(paymentIntentId: string): Promise<OpenPayment | null>;
  /**
   * Closes an intent, so that it takes no money any more. Answers with what it is then: `settled` when
   * the customer was faster, also when the payment is only held; null when Stripe does not know it.
   */
  cancelPayment(paymentIntentId: string): Promise<OpenPayment | null>;
  /** Returns the event of an intent that was paid, is held, or was held, delivered or not; null for any other. */
  findPaymentEvent(paymentIntentId: string): Promise<PaymentEvent | null>;
  /**
   * Charges so much of a held payment and releases the rest, or releases all of it for 0.
   * @returns the cents that were charged: other than requested if the hold had ended before
   */
  endHold(paymentIntentId: string, amountCents: number): Promise<number>;
  /**
   * Gives money back, once for each id of ours, however often it is called within a day.
   * @throws RejectedByProviderError when Stripe understood and said no; any other error may pass by itself
   */
  refund(refund: {
    id: string;
    orderId: string | null;
    paymentIntentId: string;
    amountCents: number;
    reason: string;
  }): Promise<ProviderRefund>;
  /** Every refund of an intent, also those made in the dashboard. */
  listRefunds(paymentIntentId: string): Promise<ProviderRefund[]>;
  /** The refund that was made for ours, or null. */
  findRefund(paymentIntentId: string, refundId: string): Promise<ProviderRefund | null>;
  /** Lists supported events since then, oldest first. Stripe keeps them for 30 days. */
  listEvents(since: Date): Promise<PaymentEvent[]>;
  /**
   * Makes the smallest charge there is with a test card, and gives it back.
   * @param isReceived whether the shop's webhook was told of the intent
   * @throws Error with a key of the live mode: nobody is charged
   */
  tryCharge(isReceived: (paymentIntentId: string) => Promise<boolean>): Promise<TrialStep[]>;
  /** @throws BadSignatureError unless the body is, byte for byte, what Stripe signed within five minutes */
  readEvent(rawBody: string, signature: string | undefined): PaymentEvent;
}

export class BadSignatureError extends Error {
  override readonly name = "BadSignatureError";
}

/** Stripe's final answer: asking again changes nothing. */
export class RejectedByProviderError extends Error {
  override readonly name = "RejectedByProviderError";
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
 * The official SDK, on Stripe itself or on the sandbox.
 * @param options.sandboxFetch given when the sandbox stands in: `sandbox.app.fetch`. It answers in this
 *   process, because the SDK can name another host and port but no path to put before `/v1`.
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
    createPayment: async ({ id, description, amountCents, idempotencyKey, takesLink, isHeld }) =>
      toOpenPayment(
        await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: "usd",
            allowed_payment_method_types: takesLink ? ["card", "link"] : ["card"],
            description,
            metadata: { order_id: id },
            ...(isHeld ? { capture_method: "manual" } : {}),
          },
          { idempotencyKey },
        ),
      ),
    findPayment: async (paymentIntentId) => {
      const intent = await findIntent(paymentIntentId);
      return intent && toOpenPayment(intent);
    },
    cancelPayment: async (paymentIntentId) => {
      // Stripe releases a held payment without a word when its intent is canceled.
      const current = await findIntent(paymentIntentId);
      if (current === null || current.status === "requires_capture") return current && toOpenPayment(current);
      try {
        return toOpenPayment(await stripe.paymentIntents.cancel(paymentIntentId));
      } catch (error) {
        // It succeeded, was cancelled before, or is not known: it is looked at.
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
        // It ended before: in the dashboard, at its time, or by an attempt whose response was lost.
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
      if (!/^(sk|rk)_test_/.test(options.secretKey)) throw new Error("Nobody is charged in the live mode.");
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

/** Reports each attempt of the SDK. */
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

/** `/v1/payment_intents/pi_1/cancel?…` becomes `/v1/payment_intents/{id}/cancel`. */
function withoutIds(target: string): string {
  return (target.split("?", 1)[0] ?? "").replace(/\/[a-z]+_[A-Za-z0-9_]*[A-Z0-9][A-Za-z0-9_]*(?=\/|$)/g, "/{id}");
}

/** An address in the words of the SDK's options. */
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
    state:
      intent.status === "canceled"
        ? "closed"
        : ["succeeded", "processing", "requires_capture"].includes(intent.status)
          ? "settled"
          : "open",
  };
}
