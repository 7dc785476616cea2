import type { Stripe } from "stripe";
import { newDelay, type Outcome } from "./delays.ts";
import { newEvent } from "./events.ts";
import type { FormFields } from "./form-body.ts";
import { formatAmount } from "./format-amount.ts";
import type { Command } from "./intent-command.ts";
import { newRefund } from "./objects.ts";
import { mergeMetadata, missing, readChoice, readInteger, readText, rejectUnknown } from "./parameters.ts";
import type { Changes } from "./sandbox-store.ts";
import { invalidRequest, notFound } from "./stripe-error.ts";

/**
 * Refunds all that is left of a charge, or `amount` (in cents) of it: https://docs.stripe.com/api/refunds/create
 * @throws StripeSandboxError 400 if nothing was paid, everything was refunded, or the amount is larger than what is
 * left
 */
export function createRefund({ changes, request }: Command, fields: FormFields): Stripe.Refund {
  rejectUnknown(fields, ["payment_intent", "amount", "reason", "metadata"]);
  const charge = findCharge(changes, fields);
  const amount = amountOf(charge, fields);
  const reason = readChoice(fields, "reason", ["duplicate", "fraudulent", "requested_by_customer"]) ?? null;
  const plan = changes.get("refundPlans", charge.id)?.plan;
  const status = plan === "pending, then succeeded" ? "pending" : "succeeded";
  const refund = newRefund(charge, { amount, reason, metadata: mergeMetadata({}, fields), status });
  const refunded = withRefunded(charge, charge.amount_refunded + amount);
  changes.put("refunds", refund);
  changes.put("charges", refunded);
  if (plan) changes.put("delays", newDelay("refund", refund.id, status === "pending" ? "succeed" : "fail"));
  changes.put("events", newEvent("refund.created", refund, request));
  changes.put("events", newEvent("charge.refunded", refunded, request));
  return refund;
}

/** Ends a refund. A failed one returns its amount to the charge. */
export function settleRefund({ changes, request }: Command, refundId: string, outcome: Outcome): void {
  const refund = changes.get("refunds", refundId);
  if (!refund || refund.status === "failed") return;
  if (outcome === "succeed") {
    const succeeded: Stripe.Refund = { ...refund, status: "succeeded" };
    changes.put("refunds", succeeded);
    if (refund.status !== "succeeded") changes.put("events", newEvent("refund.updated", succeeded, request));
    return;
  }
  const failed: Stripe.Refund = { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" };
  changes.put("refunds", failed);
  const charge = changes.get("charges", String(refund.charge));
  if (charge) changes.put("charges", withRefunded(charge, charge.amount_refunded - refund.amount));
  changes.put("events", newEvent("refund.failed", failed, request));
}

function withRefunded(charge: Stripe.Charge, amountRefunded: number): Stripe.Charge {
  return { ...charge, amount_refunded: amountRefunded, refunded: amountRefunded === charge.amount };
}

function amountOf(charge: Stripe.Charge, fields: FormFields): number {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const amount = readInteger(fields, "amount") ?? left;
  if (amount < 1) {
    throw invalidRequest("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  }
  if (amount > left) {
    const which = left === charge.amount ? "charge amount" : "unrefunded amount on charge";
    throw invalidRequest(`Refund amount (${formatAmount(amount)}) is greater than ${which} (${formatAmount(left)})`, {
      param: "amount",
    });
  }
  return amount;
}

function findCharge(changes: Changes, fields: FormFields): Stripe.Charge {
  const intentId = readText(fields, "payment_intent");
  if (intentId === undefined) throw missing("payment_intent");
  const intent = changes.get("paymentIntents", intentId);
  if (!intent) throw notFound("payment_intent", intentId, "payment_intent");
  const charge = changes.get("charges", String(intent.latest_charge));
  if (charge?.captured) return charge;
  throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
    param: "payment_intent",
  });
}
