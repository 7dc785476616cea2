import type { Stripe } from "stripe";
import { type PresentedCard, readCard } from "./card-details.ts";
import type { FormFields } from "./form-body.ts";
import {
  newCharge,
  newEvent,
  newPaymentIntent,
  type SandboxEvent,
  type SandboxEventType,
  sandboxId,
  unixTime,
} from "./objects.ts";
import { mergeMetadata, missing, readInteger, readList, readText, refuseUnknown } from "./parameters.ts";
import type { Challenge, Changes } from "./sandbox-store.ts";
import { invalidRequest, notFound, StripeSandboxError } from "./stripe-error.ts";
import type { CardDecline } from "./test-cards.ts";

/**
 * The life of a payment intent, as https://docs.stripe.com/payments/paymentintents/lifecycle has it.
 * Each command takes the intent as it is, notes the changes, and returns the intent as it will be;
 * amounts are in the currency's smallest unit.
 */
export interface Command {
  changes: Changes;
  request: SandboxEvent["request"];
}

const MINIMUM: Record<string, number> = { usd: 50, cad: 50, eur: 50, gbp: 30, aud: 50 };
const COMMON = ["description", "metadata", "receipt_email", "expand"];
const BEFORE_PAYMENT = ["requires_payment_method", "requires_confirmation", "requires_action"];

export function createIntent({ changes, request }: Command, fields: FormFields): Stripe.PaymentIntent {
  refuseUnknown(fields, [
    ...COMMON,
    "amount",
    "currency",
    "allowed_payment_method_types",
    "payment_method_types",
    "automatic_payment_methods",
    "capture_method",
    "confirm",
    "payment_method",
    "payment_method_data",
    "return_url",
    "use_stripe_sdk",
  ]);
  const currency = readText(fields, "currency")?.toLowerCase();
  const amount = readInteger(fields, "amount");
  if (amount === undefined) throw missing("amount");
  if (currency === undefined) throw missing("currency");
  checkAmount(amount, currency);
  // Named payment_method_types before the API version of 2026-10-28.
  for (const param of ["allowed_payment_method_types", "payment_method_types"]) {
    if (readList(fields[param], param)?.some((type) => type !== "card")) {
      throw invalidRequest("The sandbox takes payment methods of the type card.", { param });
    }
  }
  if (!["automatic", "automatic_async"].includes(readText(fields, "capture_method") ?? "automatic")) {
    throw invalidRequest("The sandbox captures automatically.", { param: "capture_method" });
  }
  const intent = newPaymentIntent({
    amount,
    currency,
    description: readText(fields, "description") || null,
    metadata: mergeMetadata({}, fields),
    receipt_email: readText(fields, "receipt_email") || null,
  });
  if (readText(fields, "confirm") === "true") return payWith({ changes, request }, intent, readCard(fields));
  const methodId = readText(fields, "payment_method");
  if (methodId === undefined) return save({ changes, request }, intent);
  readCard({ payment_method: methodId });
  return save({ changes, request }, { ...intent, payment_method: methodId, status: "requires_confirmation" });
}

export function updateIntent(
  { changes }: Command,
  intent: Stripe.PaymentIntent,
  fields: FormFields,
): Stripe.PaymentIntent {
  refuseUnknown(fields, [...COMMON, "amount", "currency"]);
  const amount = readInteger(fields, "amount") ?? intent.amount;
  const currency = readText(fields, "currency")?.toLowerCase() ?? intent.currency;
  const changesMoney = amount !== intent.amount || currency !== intent.currency;
  if (changesMoney && !BEFORE_PAYMENT.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${BEFORE_PAYMENT.join(", ")}.`,
    );
  }
  if (changesMoney) checkAmount(amount, currency);
  const updated = {
    ...intent,
    amount,
    currency,
    description:
      fields.description === undefined ? intent.description : readText(fields, "description") || null,
    metadata: mergeMetadata(intent.metadata, fields),
    receipt_email:
      fields.receipt_email === undefined ? intent.receipt_email : readText(fields, "receipt_email") || null,
  };
  changes.put("paymentIntents", updated);
  return updated;
}

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

export function cancelIntent(
  command: Command,
  intent: Stripe.PaymentIntent,
  fields: FormFields,
): Stripe.PaymentIntent {
  refuseUnknown(fields, ["cancellation_reason", "expand"]);
  const cancelable = [
    "requires_payment_method",
    "requires_capture",
    "requires_confirmation",
    "requires_action",
    "processing",
  ];
  if (!cancelable.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(", ")}.`,
    );
  }
  const reason = readText(fields, "cancellation_reason") ?? null;
  if (
    reason !== null &&
    !["abandoned", "duplicate", "fraudulent", "requested_by_customer"].includes(reason)
  ) {
    throw invalidRequest(
      "Invalid cancellation_reason: must be one of abandoned, duplicate, fraudulent, or requested_by_customer",
      { param: "cancellation_reason" },
    );
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: "canceled",
    canceled_at: unixTime(),
    cancellation_reason: reason,
    next_action: null,
  };
  return save(command, canceled, "payment_intent.canceled");
}

/**
 * Answers the 3-D Secure challenge of an intent. Stripe's own scripts do this between browser and
 * bank; the address is the sandbox's own.
 */
export function answerChallenge(
  command: Command,
  intent: Stripe.PaymentIntent,
  challenge: Challenge | undefined,
  outcome: "complete" | "fail",
): Stripe.PaymentIntent {
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
  return save(command, failed, "payment_intent.payment_failed");
}

/** The 402 body for an intent whose card was declined, or null when it was not. */
export function declineOf(intent: Stripe.PaymentIntent): StripeSandboxError | null {
  const error = intent.last_payment_error;
  if (intent.status !== "requires_payment_method" || error?.type !== "card_error") return null;
  return new StripeSandboxError(402, {
    type: "card_error",
    message: error.message ?? "Your card was declined.",
    ...(error.charge ? { charge: error.charge } : {}),
    ...(error.code ? { code: error.code } : {}),
    ...(error.decline_code ? { decline_code: error.decline_code } : {}),
    ...(error.param ? { param: error.param } : {}),
    ...(error.payment_method ? { payment_method: error.payment_method } : {}),
    payment_intent: intent,
  });
}

export function requireIntent(intent: Stripe.PaymentIntent | undefined, id: string): Stripe.PaymentIntent {
  if (!intent) throw notFound("payment_intent", id, "intent");
  return intent;
}

function payWith(
  command: Command,
  intent: Stripe.PaymentIntent,
  { card, method }: PresentedCard,
): Stripe.PaymentIntent {
  if (!card.needsAuthentication) return charge(command, intent, method, card.decline);
  command.changes.put("challenges", { id: intent.id, method, decline: card.decline });
  return save(command, {
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
    return save(command, { ...paid, status: "succeeded" }, "payment_intent.succeeded");
  }
  const failed: Stripe.PaymentIntent = {
    ...common,
    status: "requires_payment_method",
    payment_method: null,
    last_payment_error: { type: "card_error", charge: made.id, ...decline, payment_method: method },
  };
  return save(command, failed, "payment_intent.payment_failed");
}

function save(
  { changes, request }: Command,
  intent: Stripe.PaymentIntent,
  event?: SandboxEventType,
): Stripe.PaymentIntent {
  changes.put("paymentIntents", intent);
  if (event) changes.put("events", newEvent(event, intent, request));
  return intent;
}

function checkAmount(amount: number, currency: string): void {
  const minimum = MINIMUM[currency];
  if (minimum === undefined) {
    throw invalidRequest(
      `Invalid currency: ${currency}. The sandbox supports these currencies: ${Object.keys(MINIMUM).join(", ")}`,
      { param: "currency" },
    );
  }
  if (amount < 1) {
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  }
  if (amount < minimum) {
    throw invalidRequest(`Amount must be at least $0.${minimum} ${currency}`, {
      code: "amount_too_small",
      param: "amount",
    });
  }
  if (amount > 99_999_999) {
    throw invalidRequest("Amount must be no more than $999,999.99", {
      code: "amount_too_large",
      param: "amount",
    });
  }
}

function unexpectedState(intent: Stripe.PaymentIntent, message: string): StripeSandboxError {
  return invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
}
