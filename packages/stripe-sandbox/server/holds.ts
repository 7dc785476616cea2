import type { Stripe } from "stripe";
import { newEvent } from "./events.ts";
import type { FormFields } from "./form-body.ts";
import { type Command, saveIntent, unexpectedState } from "./intent-command.ts";
import { newRefund, unixTime } from "./objects.ts";
import { readInteger, rejectUnknown } from "./parameters.ts";
import { invalidRequest } from "./stripe-error.ts";

/**
 * Captures a held payment, or `amount_to_capture` (in cents) of it, once; the rest is released:
 * https://docs.stripe.com/api/payment_intents/capture
 * @throws StripeSandboxError 400 if nothing is held, or the amount is larger than the hold
 */
export function captureIntent(
  command: Command,
  intent: Stripe.PaymentIntent,
  fields: FormFields,
): Stripe.PaymentIntent {
  rejectUnknown(fields, ["amount_to_capture", "expand"]);
  const charge = command.changes.get("charges", String(intent.latest_charge));
  if (intent.status !== "requires_capture" || !charge) {
    const state =
      intent.status === "succeeded"
        ? "it has already been captured."
        : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`;
    throw unexpectedState(intent, `This PaymentIntent could not be captured because ${state}`);
  }
  const amount = readInteger(fields, "amount_to_capture") ?? intent.amount_capturable;
  if (amount < 1) {
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount_to_capture",
    });
  }
  if (amount > intent.amount_capturable) {
    throw invalidRequest(
      "The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.",
      { code: "amount_too_large", param: "amount_to_capture", payment_intent: intent },
    );
  }
  const captured = { ...charge, amount_captured: amount, captured: true };
  const rest = intent.amount_capturable - amount;
  const released = rest > 0 ? release(command, captured, rest) : captured;
  command.changes.put("charges", released);
  command.changes.put("events", newEvent("charge.captured", released, command.request));
  endWait(command, charge);
  const paid: Stripe.PaymentIntent = { ...intent, status: "succeeded", amount_capturable: 0, amount_received: amount };
  return saveIntent(command, paid, "payment_intent.succeeded");
}

/** Releases the whole hold of an intent. Stripe counts this as a refund of the charge. */
export function releaseHold(command: Command, intent: Stripe.PaymentIntent): void {
  const charge = command.changes.get("charges", String(intent.latest_charge));
  if (intent.status !== "requires_capture" || !charge) return;
  command.changes.put("charges", release(command, charge, charge.amount));
  endWait(command, charge);
}

/** Ends an expired hold. */
export function expireHold(command: Command, chargeId: string): void {
  const charge = command.changes.get("charges", chargeId);
  const intent = charge && command.changes.get("paymentIntents", String(charge.payment_intent));
  if (!charge || intent?.status !== "requires_capture") return;
  releaseHold(command, intent);
  command.changes.put("events", newEvent("charge.expired", charge, command.request));
  const ended: Stripe.PaymentIntent = {
    ...intent,
    status: "canceled",
    amount_capturable: 0,
    canceled_at: unixTime(),
    cancellation_reason: "expired",
  };
  saveIntent(command, ended, "payment_intent.canceled");
}

/** Returns whether a refund is the uncaptured rest of a hold, which moved no money. */
export function isRelease(refund: Stripe.Refund, charge: Stripe.Charge | undefined): boolean {
  return refund.balance_transaction === null && charge?.payment_method_details?.card?.capture_before !== undefined;
}

function release({ changes, request }: Command, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const amountRefunded = charge.amount_refunded + amount;
  const released = { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount };
  const refund = newRefund(charge, { amount, reason: null, metadata: {}, status: "succeeded", isRelease: true });
  changes.put("refunds", refund);
  changes.put("events", newEvent("refund.created", refund, request));
  changes.put("events", newEvent("charge.refunded", released, request));
  return released;
}

function endWait({ changes }: Command, charge: Stripe.Charge): void {
  const delay = changes.get("delays", charge.id);
  if (delay) changes.put("delays", { ...delay, isOver: true });
}
