import Stripe from "stripe";
import { type ProviderRefund, toProviderRefund } from "./payment-event.ts";

/** Refunds of payments: https://docs.stripe.com/api/refunds */
export interface ProviderRefunds {
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
}

/** Final rejection by Stripe: a retry does not help. */
export class RejectedByProviderError extends Error {
  override readonly name = "RejectedByProviderError";
}

export function createProviderRefunds(stripe: Stripe): ProviderRefunds {
  async function listRefunds(paymentIntentId: string): Promise<ProviderRefund[]> {
    const refunds: ProviderRefund[] = [];
    for await (const refund of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
      refunds.push(toProviderRefund(refund));
    }
    return refunds;
  }

  return {
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
  };
}
