import Stripe from "stripe";
import { idOf, type PaymentEvent, paymentEventOf } from "./payment-event.ts";
import { throwIfNoCustomer, unlessMissing } from "./saved-cards.ts";

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

/** The orders' payment intents: https://docs.stripe.com/api/payment_intents */
export interface PaymentIntents {
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
}

export function createPaymentIntents(stripe: Stripe): PaymentIntents {
  const findIntent = (paymentIntentId: string, options: Stripe.PaymentIntentRetrieveParams = {}) =>
    unlessMissing(stripe.paymentIntents.retrieve(paymentIntentId, options));

  return {
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
      const intent = await findIntent(paymentIntentId, { expand: ["latest_charge"] });
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
  };
}

const ENDED_STATES: Readonly<Partial<Record<Stripe.PaymentIntent.Status, OpenPayment["state"]>>> = {
  canceled: "closed",
  succeeded: "settled",
  processing: "settled",
  requires_capture: "settled",
};

function toOpenPayment(intent: Stripe.PaymentIntent): OpenPayment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? "",
    amountCents: intent.amount,
    customerId: idOf(intent.customer),
    savesCard: intent.setup_future_usage !== null,
    state: ENDED_STATES[intent.status] ?? "open",
  };
}
