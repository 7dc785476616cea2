import type { Stripe } from "stripe";
import type { FormFields } from "./form-body.ts";
import type { Command } from "./intent-command.ts";
import { newEvent, newRefund } from "./objects.ts";
import { mergeMetadata, missing, readInteger, readText, refuseUnknown } from "./parameters.ts";
import type { Changes } from "./sandbox-store.ts";
import { invalidRequest, notFound } from "./stripe-error.ts";

/**
 * Gives back all that is left of a charge, or `amount` (in cents) of it: https://docs.stripe.com/api/refunds/create
 * @throws StripeSandboxError 400 when nothing was paid, all was refunded, or more is asked for than is left
 */
export function createRefund({ changes, request }: Command, fields: FormFields): Stripe.Refund {
  refuseUnknown(fields, ["payment_intent", "charge", "amount", "reason", "metadata", "expand"]);
  const charge = findCharge(changes, fields);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
      param: "charge",
    });
  }
  const amount = readInteger(fields, "amount") ?? left;
  if (amount < 1)
    throw invalidRequest("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
  if (amount > left) {
    throw invalidRequest(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: "amount" },
    );
  }
  const reason = readText(fields, "reason") ?? null;
  if (reason !== null && !["duplicate", "fraudulent", "requested_by_customer"].includes(reason)) {
    throw invalidRequest("Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer", {
      param: "reason",
    });
  }
  const refund = newRefund(charge, { amount, reason, metadata: mergeMetadata({}, fields) });
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  changes.put("refunds", refund);
  changes.put("charges", refunded);
  changes.put("events", newEvent("charge.refunded", refunded, request));
  return refund;
}

function findCharge(changes: Changes, fields: FormFields): Stripe.Charge {
  const intentId = readText(fields, "payment_intent");
  const chargeId = readText(fields, "charge");
  if (intentId === undefined && chargeId === undefined) throw missing("payment_intent");
  if (intentId !== undefined) {
    const intent = changes.get("paymentIntents", intentId);
    if (!intent) throw notFound("payment_intent", intentId, "payment_intent");
    const charge = changes.get("charges", String(intent.latest_charge));
    if (!charge?.paid) {
      throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
        code: "payment_intent_unexpected_state",
        param: "payment_intent",
      });
    }
    return charge;
  }
  const charge = changes.get("charges", String(chargeId));
  if (!charge) throw notFound("charge", String(chargeId), "charge");
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} was not paid.`, { param: "charge" });
  return charge;
}
