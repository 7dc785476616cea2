import Stripe from "stripe";
import { type PaymentEvent, toPaymentEvent } from "./payment-event.ts";

/** A payment intent as the shop needs to know it. */
export interface OpenPayment {
  id: string;
  clientSecret: string;
  amountCents: number;
  /** `settled`: money moved or is about to; `closed`: cancelled; `open`: the customer can still pay. */
  state: "open" | "settled" | "closed";
}

/** The shop's door to Stripe; the only place that knows its SDK. */
export interface PaymentProvider {
  /**
   * Makes an intent for an order, in US dollars. The same key with the same order and amount returns
   * the same intent. @throws Error when Stripe refuses or cannot be reached
   */
  createPayment(order: { id: string; amountCents: number; idempotencyKey: string }): Promise<OpenPayment>;
  /** Null when Stripe does not know the intent, as after a change of keys. */
  findPayment(paymentIntentId: string): Promise<OpenPayment | null>;
  /** @throws BadSignatureError unless the body is, byte for byte, what Stripe signed within five minutes */
  readEvent(rawBody: string, signature: string | undefined): PaymentEvent;
}

export class BadSignatureError extends Error {
  override readonly name = "BadSignatureError";
}

/**
 * The official SDK, on Stripe itself or on the sandbox.
 * @param options.sandboxFetch given when the sandbox stands in: `sandbox.app.fetch`. It answers in this
 *   process, because the SDK can name another host and port but no path to put before `/v1`.
 */
export function createPaymentProvider(options: {
  secretKey: string;
  webhookSecret: string;
  sandboxFetch?: (request: Request) => Promise<Response> | Response;
}): PaymentProvider {
  const { sandboxFetch } = options;
  const stripe = new Stripe(options.secretKey, {
    apiVersion: "2026-10-28.endive",
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
    appInfo: { name: "calabash-market" },
    ...(sandboxFetch
      ? {
          httpClient: Stripe.createFetchHttpClient(async (url, init) => sandboxFetch(new Request(url, init))),
        }
      : {}),
  });

  return {
    createPayment: async ({ id, amountCents, idempotencyKey }) =>
      toOpenPayment(
        await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: "usd",
            allowed_payment_method_types: ["card"],
            description: `Calabash Market order ${id}`,
            metadata: { order_id: id },
          },
          { idempotencyKey },
        ),
      ),
    findPayment: async (paymentIntentId) => {
      try {
        return toOpenPayment(await stripe.paymentIntents.retrieve(paymentIntentId));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
          return null;
        throw error;
      }
    },
    readEvent: (rawBody, signature) => {
      try {
        return toPaymentEvent(
          stripe.webhooks.constructEvent(rawBody, signature ?? "", options.webhookSecret),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
          throw new BadSignatureError("The signature does not match.", { cause: error });
        }
        throw error;
      }
    },
  };
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
