import type { Stripe } from "stripe";
import type { PresentedCard } from "./card-details.ts";
import { readPresentedCard, saveMethod } from "./customers.ts";
import { newDelay, type Outcome } from "./delays.ts";
import type { FormFields } from "./form-body.ts";
import { BEFORE_PAYMENT, type Command, saveIntent, unexpectedState } from "./intent-command.ts";
import { newCharge, sandboxId } from "./objects.ts";
import { readFutureUsage, rejectUnknown } from "./parameters.ts";
import type { Challenge } from "./sandbox-store.ts";
import { changeSettings, readSettings } from "./settings.ts";
import { documentation, type StripeErrorBody } from "./stripe-error.ts";
import { type CardDecline, GENERIC_DECLINE } from "./test-cards.ts";

/** A card and the bank's future response, without the intent. */
type PendingCharge = Omit<Challenge, "id">;

/** Parameters of a confirmation from Stripe.js or a server. */
const CONFIRM_FIELDS = [
  ...["client_secret", "expand", "payment_method", "payment_method_data", "payment_method_options"],
  ...["receipt_email", "return_url", "setup_future_usage", "shipping", "use_stripe_sdk"],
  ...["client_attribution_metadata", "expected_payment_method_type", "radar_options"],
];

export function confirmIntent(
  command: Command,
  intent: Stripe.PaymentIntent,
  fields: FormFields,
): Stripe.PaymentIntent {
  rejectUnknown(fields, CONFIRM_FIELDS);
  if (intent.status === "succeeded") {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
    );
  }
  if (!BEFORE_PAYMENT.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${BEFORE_PAYMENT.join(", ")}.`,
    );
  }
  const isMethodKnown = intent.status === "requires_confirmation" && typeof intent.payment_method === "string";
  const known: FormFields = isMethodKnown ? { payment_method: String(intent.payment_method) } : {};
  const given = fields.payment_method_data ? fields : { ...known, ...fields };
  const setupFutureUsage = readFutureUsage(fields) ?? intent.setup_future_usage;
  return payWith(
    command,
    { ...intent, setup_future_usage: setupFutureUsage },
    readPresentedCard(command.changes, given, intent.customer),
  );
}

/**
 * Completes or fails the 3-D Secure challenge of an intent. With Stripe, its scripts do this between browser and bank;
 * this endpoint exists only in the sandbox.
 */
export function answerChallenge(
  command: Command,
  intent: Stripe.PaymentIntent,
  outcome: "complete" | "fail",
): Stripe.PaymentIntent {
  const challenge = command.changes.get("challenges", intent.id);
  if (intent.status !== "requires_action" || !challenge) {
    throw unexpectedState(intent, "This PaymentIntent is not waiting for authentication.");
  }
  if (outcome === "complete") return charge(command, intent, challenge);
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: "requires_payment_method",
    next_action: null,
    payment_method: null,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message:
        "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      payment_method: challenge.method,
    },
  };
  return saveIntent(command, failed, "payment_intent.payment_failed");
}

/** Returns the error of an intent whose card was declined, or null. */
export function declineOf(intent: Stripe.PaymentIntent): StripeErrorBody | null {
  const error = intent.last_payment_error;
  if (intent.status !== "requires_payment_method" || error?.type !== "card_error") return null;
  return {
    type: "card_error",
    message: error.message ?? "Your card was declined.",
    ...(error.charge ? { charge: error.charge } : {}),
    ...(error.code ? { code: error.code, doc_url: documentation(error.code) } : {}),
    ...(error.decline_code ? { decline_code: error.decline_code } : {}),
    ...(error.payment_method ? { payment_method: error.payment_method } : {}),
  };
}

/** Confirms with a card, which pays, is declined, or first requires authentication. */
export function payWith(
  command: Command,
  intent: Stripe.PaymentIntent,
  { card, method }: PresentedCard,
): Stripe.PaymentIntent {
  const { decline, number, refundPlan } = card;
  const pending: PendingCharge = { method, decline, number, ...(refundPlan ? { refundPlan } : {}) };
  if (!card.needsAuthentication) return charge(command, intent, pending);
  command.changes.put("challenges", { id: intent.id, ...pending });
  return saveIntent(command, {
    ...intent,
    status: "requires_action",
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: "use_stripe_sdk",
      use_stripe_sdk: { type: "three_d_secure_redirect", source: sandboxId("src") },
    },
  });
}

/**
 * Ends the payment of an intent that is `processing`.
 * @param outcome `fail` declines even a card that would pay
 */
export function settlePayment(command: Command, intentId: string, outcome: Outcome): void {
  const intent = command.changes.get("paymentIntents", intentId);
  const waiting = command.changes.get("challenges", intentId);
  // The intent was canceled meanwhile.
  if (intent?.status !== "processing" || !waiting) return;
  const decline = outcome === "succeed" ? null : (waiting.decline ?? GENERIC_DECLINE);
  settle(command, intent, { ...waiting, decline });
}

function charge(command: Command, intent: Stripe.PaymentIntent, pending: PendingCharge): Stripe.PaymentIntent {
  if (!readSettings(command.changes).isNextPaymentLate) return settle(command, intent, pending);
  changeSettings(command.changes, { isNextPaymentLate: false });
  command.changes.put("challenges", { ...pending, id: intent.id });
  command.changes.put("delays", newDelay("payment", intent.id, pending.decline ? "fail" : "succeed"));
  const processing: Stripe.PaymentIntent = {
    ...intent,
    status: "processing",
    next_action: null,
    last_payment_error: null,
    payment_method: pending.method.id,
  };
  return saveIntent(command, processing, "payment_intent.processing");
}

function settle(
  command: Command,
  intent: Stripe.PaymentIntent,
  { method, decline, number, refundPlan }: PendingCharge,
): Stripe.PaymentIntent {
  const made = newCharge(intent, method, decline);
  command.changes.put("charges", made);
  if (refundPlan) command.changes.put("refundPlans", { id: made.id, plan: refundPlan });
  const common = { ...intent, latest_charge: made.id, next_action: null };
  if (!decline) {
    // A saved card is the customer's from the first payment on, also if it is only held.
    if (intent.setup_future_usage && typeof intent.customer === "string" && number && method.customer === null) {
      saveMethod(command.changes, { card: { number }, method }, intent.customer);
    }
    const authorized = { ...common, last_payment_error: null, payment_method: method.id };
    if (intent.capture_method === "manual") {
      command.changes.put("delays", newDelay("hold", made.id, "fail"));
      const held: Stripe.PaymentIntent = {
        ...authorized,
        status: "requires_capture",
        amount_capturable: intent.amount,
      };
      return saveIntent(command, held, "payment_intent.amount_capturable_updated");
    }
    const paid = { ...authorized, amount_received: intent.amount };
    return saveIntent(command, { ...paid, status: "succeeded" }, "payment_intent.succeeded");
  }
  const failed: Stripe.PaymentIntent = {
    ...common,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: cardError(made, method, decline),
  };
  return saveIntent(command, failed, "payment_intent.payment_failed");
}

function cardError(
  made: Stripe.Charge,
  method: Stripe.PaymentMethod,
  decline: CardDecline,
): Stripe.PaymentIntent.LastPaymentError {
  return { type: "card_error", charge: made.id, ...decline, payment_method: method };
}
