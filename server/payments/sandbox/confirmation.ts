import type { Stripe } from "stripe";
import { type PresentedCard, readCard } from "./card-details.ts";
import type { FormFields } from "./form-body.ts";
import { BEFORE_PAYMENT, type Command, saveIntent, unexpectedState } from "./intent-command.ts";
import { newCharge, sandboxId } from "./objects.ts";
import { documentation, type StripeErrorBody } from "./stripe-error.ts";
import type { CardDecline } from "./test-cards.ts";

export function confirmIntent(
  command: Command,
  intent: Stripe.PaymentIntent,
  fields: FormFields,
): Stripe.PaymentIntent {
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
  const isMethodKnown =
    intent.status === "requires_confirmation" && typeof intent.payment_method === "string";
  const known: FormFields = isMethodKnown ? { payment_method: String(intent.payment_method) } : {};
  return payWith(command, intent, readCard(fields.payment_method_data ? fields : { ...known, ...fields }));
}

/**
 * Answers the 3-D Secure challenge of an intent. Stripe's own scripts do this between browser and
 * bank; the address is the sandbox's own.
 */
export function answerChallenge(
  command: Command,
  intent: Stripe.PaymentIntent,
  outcome: "complete" | "fail",
): Stripe.PaymentIntent {
  const challenge = command.changes.get("challenges", intent.id);
  if (intent.status !== "requires_action" || !challenge) {
    throw unexpectedState(intent, "This PaymentIntent does not wait for an authentication.");
  }
  if (outcome === "complete") return charge(command, intent, challenge.method, challenge.decline);
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

/** The error of an intent whose card was declined, or null when it was not. */
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

/** Presents the card: it pays, is declined, or asks for its owner first. */
export function payWith(
  command: Command,
  intent: Stripe.PaymentIntent,
  { card, method }: PresentedCard,
): Stripe.PaymentIntent {
  if (!card.needsAuthentication) return charge(command, intent, method, card.decline);
  command.changes.put("challenges", { id: intent.id, method, decline: card.decline });
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

function charge(
  command: Command,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: CardDecline | null,
): Stripe.PaymentIntent {
  const made = newCharge(intent, method, decline);
  command.changes.put("charges", made);
  const common = { ...intent, latest_charge: made.id, next_action: null };
  if (!decline) {
    const paid = {
      ...common,
      amount_received: intent.amount,
      last_payment_error: null,
      payment_method: method.id,
    };
    return saveIntent(command, { ...paid, status: "succeeded" }, "payment_intent.succeeded");
  }
  const failed: Stripe.PaymentIntent = {
    ...common,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { type: "card_error", charge: made.id, ...decline, payment_method: method },
  };
  return saveIntent(command, failed, "payment_intent.payment_failed");
}
