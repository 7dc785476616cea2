import { applyPaymentEvent } from "#server/payments/apply-payment-event.ts";
import { eachApart, type JobContext, PROVIDER_AT_ONCE } from "./job.ts";

const AT_ONCE = 50;

/** Cancels orders that were not paid within 24 hours. @returns the number of canceled orders */
export async function cancelAbandonedOrders(work: JobContext): Promise<number> {
  const orders = await work.data.call("list_abandoned_orders", { max_count: AT_ONCE });
  return eachApart(
    work,
    orders,
    ({ order_id }) => `The abandoned order ${order_id} was not canceled.`,
    async ({ order_id, payment_intent_id }) => {
      const payment = payment_intent_id && (await work.payments.findPayment(payment_intent_id));
      // Paid just now, before the event arrived: a paid order is better than a refund.
      if (payment && payment.state === "settled") await recordPayment(work, payment.id);
      else await work.data.call("cancel_abandoned_order", { order_id });
    },
    PROVIDER_AT_ONCE,
  );
}

/**
 * Cancels the open intents of canceled orders, so that they can no longer be paid.
 * @returns the number of closed intents
 */
export async function closeIntents(work: JobContext): Promise<number> {
  const orders = await work.data.call("list_unclosed_intents", { max_count: AT_ONCE });
  return eachApart(
    work,
    orders,
    ({ payment_intent_id }) => `The intent ${payment_intent_id} was not closed.`,
    ({ order_id, payment_intent_id }) =>
      closeIntent(work, payment_intent_id, () => work.data.call("close_intent", { order_id })),
    PROVIDER_AT_ONCE,
  );
}

/**
 * Cancels the open intents of delivery fees that were changed or withdrawn, or whose order ended.
 * @returns the number of closed intents
 */
export async function closeFeeIntents(work: JobContext): Promise<number> {
  const intents = await work.data.call("list_unclosed_fee_intents", { max_count: AT_ONCE });
  return eachApart(
    work,
    intents,
    (intent) => `The delivery fee's intent ${intent} was not closed.`,
    (payment_intent_id) =>
      closeIntent(work, payment_intent_id, () => work.data.call("close_fee_intent", { payment_intent_id })),
    PROVIDER_AT_ONCE,
  );
}

async function closeIntent(work: JobContext, id: string | null, markAsClosed: () => Promise<unknown>): Promise<void> {
  const payment = id ? await work.payments.cancelPayment(id) : null;
  if (payment?.state === "open") throw new Error("The payment provider did not cancel the intent.");
  // The customer paid first; the payment is refunded. A payment in progress is checked again in the next run.
  if (payment?.state === "settled") await recordPayment(work, payment.id);
  else await markAsClosed();
}

/** Applies the event of an intent that was paid or is held. @returns whether it was paid or is held */
export async function recordPayment(
  work: Pick<JobContext, "data" | "payments">,
  paymentIntentId: string,
): Promise<boolean> {
  const event = await work.payments.findPaymentEvent(paymentIntentId);
  if (!event) return false;
  await applyPaymentEvent(work, event);
  return event.type !== "payment_intent.canceled";
}
