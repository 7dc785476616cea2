import { messageOf } from "#app/values/unknown-value.ts";
import type { Called } from "#server/database/shop-data.ts";
import { applyPaymentEvent } from "#server/payments/apply-payment-event.ts";
import { refundEventOf } from "#server/payments/payment-event.ts";
import { RejectedByProviderError } from "#server/payments/provider-refunds.ts";
import { eachApart, eachClaimed, type JobContext, PROVIDER_AT_ONCE } from "./job.ts";

type ClaimedRefund = Called<"claim_refunds">[number];

const CLAIMED_AT_ONCE = 5;

/** Sends all due refunds to the provider. @returns the number of accepted refunds */
export function sendRefunds(work: JobContext): Promise<number> {
  return eachClaimed(
    work,
    CLAIMED_AT_ONCE,
    (max_count) => work.data.call("claim_refunds", { max_count }),
    ({ id }) => `The refund ${id} was not sent.`,
    (refund) => sendRefund(work, refund),
    CLAIMED_AT_ONCE,
  );
}

/**
 * Applies refunds that were made in the provider's dashboard, for payments with more refunds there than in the store.
 * @returns the number of payments
 */
export async function readRefunds(work: JobContext): Promise<number> {
  const intents = await work.data.call("list_unread_refunds", { max_count: 50 });
  return eachApart(
    work,
    intents,
    (intent) => `The refunds of ${intent} were not read.`,
    async (intent) => {
      await work.data.call("record_refunds_read", { payment_intent_id: intent });
      await applyRefundsOf(work, intent);
    },
    PROVIDER_AT_ONCE,
  );
}

async function sendRefund(work: JobContext, refund: ClaimedRefund): Promise<void> {
  const settle = (status: string, providerRefundId: string | null, error: string | null) =>
    work.data.call("finalize_refund", { refund_id: refund.id, provider_refund_id: providerRefundId, status, error });
  try {
    // The provider forgets idempotency keys after a day, so a retry first looks for the earlier attempt's refund.
    const earlier = refund.attempts > 1 ? await work.payments.findRefund(refund.payment_intent_id, refund.id) : null;
    const made =
      earlier ??
      (await work.payments.refund({
        id: refund.id,
        orderId: refund.order_id,
        paymentIntentId: refund.payment_intent_id,
        amountCents: refund.amount_cents,
        reason: refund.reason,
      }));
    await settle(made.status, made.id, made.error);
  } catch (error) {
    if (error instanceof RejectedByProviderError) {
      // The money was probably refunded in the provider's dashboard; apply that refund first.
      await applyRefundsOf(work, refund.payment_intent_id).catch(work.logError);
      await settle("failed", null, error.message);
      return;
    }
    await settle("requested", null, messageOf(error));
    throw error;
  }
}

async function applyRefundsOf(work: JobContext, paymentIntentId: string): Promise<void> {
  for (const refund of await work.payments.listRefunds(paymentIntentId)) {
    await applyPaymentEvent(work, refundEventOf(refund));
  }
}
