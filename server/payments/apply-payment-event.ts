import type { ShopData } from "#server/database/shop-data.ts";
import type { PaymentEvent } from "./payment-event.ts";

/**
 * Applies a verified event in one SQL function, once per event id; used by webhook and worker.
 * @returns the outcome, as in `payment_events.outcome`; `duplicate` for a known event, `test_charge` for the owner's
 * test charge, which is not stored
 * @throws PostgrestError if nothing was recorded, so the event must be sent again
 */
export async function applyPaymentEvent({ data }: { data: ShopData }, event: PaymentEvent): Promise<string> {
  if (event.isTestCharge) return "test_charge";
  const { refund, hold } = event;
  return data.call("apply_payment_event", {
    event_id: event.id,
    event_type: event.type,
    order_id: event.orderId,
    payment_intent_id: event.paymentIntentId,
    amount_cents: event.amountCents,
    currency: event.currency,
    failure_message: event.failureMessage,
    payload: event.payload,
    refund: refund && {
      id: refund.id,
      status: refund.status,
      amount_cents: refund.amountCents,
      refund_id: refund.refundId,
      error: refund.error,
      is_release: refund.isRelease,
    },
    hold: hold && { authorized_cents: hold.authorizedCents, held_until: hold.heldUntil },
  });
}
