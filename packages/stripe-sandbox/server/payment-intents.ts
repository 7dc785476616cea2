import type { Stripe } from "stripe";
import { payWith } from "./confirmation.ts";
import { readPresentedCard, requireCustomer } from "./customers.ts";
import type { FormFields } from "./form-body.ts";
import { releaseHold } from "./holds.ts";
import { BEFORE_PAYMENT, type Command, saveIntent, unexpectedState } from "./intent-command.ts";
import { newPaymentIntent, unixTime } from "./objects.ts";
import {
  mergeMetadata,
  missing,
  readChoice,
  readFutureUsage,
  readInteger,
  readList,
  readText,
  rejectUnknown,
} from "./parameters.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { invalidRequest, notFound } from "./stripe-error.ts";

const MINIMUM: Record<string, number> = { usd: 50, cad: 50, eur: 50, gbp: 30, aud: 50 };
const COMMON = ["customer", "description", "metadata", "receipt_email", "setup_future_usage", "expand"];

export function createIntent({ changes, request }: Command, fields: FormFields): Stripe.PaymentIntent {
  rejectUnknown(fields, [
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
  // Its name was payment_method_types before API version 2026-10-28.
  for (const param of ["allowed_payment_method_types", "payment_method_types"]) {
    if (readList(fields[param], param)?.some((type) => type !== "card" && type !== "link")) {
      throw invalidRequest("The sandbox only supports payment methods of types card and link.", { param });
    }
  }
  const captureMethod = readChoice(fields, "capture_method", ["automatic", "automatic_async", "manual"]);
  const intent = newPaymentIntent({
    amount,
    currency,
    description: readText(fields, "description") || null,
    metadata: mergeMetadata({}, fields),
    receipt_email: readText(fields, "receipt_email") || null,
    capture_method: captureMethod === "manual" ? "manual" : "automatic",
    customer: readCustomer(changes, fields) ?? null,
    setup_future_usage: readFutureUsage(fields) ?? null,
  });
  if (readText(fields, "confirm") === "true") {
    return payWith({ changes, request }, intent, readPresentedCard(changes, fields, intent.customer));
  }
  const methodId = readText(fields, "payment_method");
  if (methodId === undefined) return saveIntent({ changes, request }, intent);
  readPresentedCard(changes, { payment_method: methodId }, intent.customer);
  return saveIntent({ changes, request }, { ...intent, payment_method: methodId, status: "requires_confirmation" });
}

export function updateIntent(
  { changes }: Command,
  intent: Stripe.PaymentIntent,
  fields: FormFields,
): Stripe.PaymentIntent {
  rejectUnknown(fields, [...COMMON, "amount", "currency"]);
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
  const customer = readCustomer(changes, fields) ?? intent.customer;
  const usage = readFutureUsage(fields);
  const futureUsage = usage === undefined ? intent.setup_future_usage : usage;
  const changesSaving = customer !== intent.customer || futureUsage !== intent.setup_future_usage;
  if (changesSaving && !BEFORE_PAYMENT.includes(intent.status)) {
    throw unexpectedState(
      intent,
      `This PaymentIntent's customer and setup_future_usage could not be updated because it has a status of ${intent.status}.`,
    );
  }
  const updated = {
    ...intent,
    customer,
    setup_future_usage: futureUsage,
    amount,
    currency,
    description: fields.description === undefined ? intent.description : readText(fields, "description") || null,
    metadata: mergeMetadata(intent.metadata, fields),
    receipt_email:
      fields.receipt_email === undefined ? intent.receipt_email : readText(fields, "receipt_email") || null,
  };
  changes.put("paymentIntents", updated);
  return updated;
}

export function cancelIntent(command: Command, intent: Stripe.PaymentIntent, fields: FormFields): Stripe.PaymentIntent {
  rejectUnknown(fields, ["cancellation_reason", "expand"]);
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
  const reasons = ["abandoned", "duplicate", "fraudulent", "requested_by_customer"] as const;
  const reason = readChoice(fields, "cancellation_reason", reasons) ?? null;
  releaseHold(command, intent);
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: "canceled",
    amount_capturable: 0,
    canceled_at: unixTime(),
    cancellation_reason: reason,
    next_action: null,
  };
  return saveIntent(command, canceled, "payment_intent.canceled");
}

function readCustomer(changes: Command["changes"], fields: FormFields): string | undefined {
  const id = readText(fields, "customer");
  return id === undefined ? undefined : requireCustomer(changes, id, "customer").id;
}

export function requireIntent(store: Pick<SandboxStore, "get">, id: string): Stripe.PaymentIntent {
  const intent = store.get("paymentIntents", id);
  if (!intent) throw notFound("payment_intent", id, "intent");
  return intent;
}

function checkAmount(amount: number, currency: string): void {
  const minimum = Object.hasOwn(MINIMUM, currency) ? MINIMUM[currency] : undefined;
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
    throw invalidRequest("Amount must be no more than $999,999.99", { code: "amount_too_large", param: "amount" });
  }
}
