import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { type PresentedCard, readCard } from "./card-details.ts";
import type { FormFields } from "./form-body.ts";
import type { Command } from "./intent-command.ts";
import { newCustomer } from "./objects.ts";
import { mergeMetadata, missing, readText, rejectUnknown } from "./parameters.ts";
import type { Changes, StoredMethod } from "./sandbox-store.ts";
import { invalidRequest, notFound } from "./stripe-error.ts";
import { findTestCard } from "./test-cards.ts";

export function createCustomer({ changes }: Command, fields: FormFields): Stripe.Customer {
  rejectUnknown(fields, ["description", "email", "metadata", "name"]);
  const customer = newCustomer({
    description: readText(fields, "description") || null,
    email: readText(fields, "email") || null,
    name: readText(fields, "name") || null,
    metadata: mergeMetadata({}, fields),
  });
  changes.put("customers", customer);
  return customer;
}

/** Deletes a customer with its cards: https://docs.stripe.com/api/customers/delete */
export function deleteCustomer({ changes }: Command, id: string): Stripe.DeletedCustomer {
  requireCustomer(changes, id);
  const deleted: Stripe.DeletedCustomer = { id, object: "customer", deleted: true };
  changes.put("customers", deleted);
  for (const stored of changes.list("paymentMethods")) if (stored.method.customer === id) detach(changes, stored);
  return deleted;
}

/** @throws StripeSandboxError 404 if there is none, or it was deleted */
export function requireCustomer(store: Pick<Changes, "get">, id: string, param = "id"): Stripe.Customer {
  const customer = store.get("customers", id);
  if (!customer || customer.deleted) throw notFound("customer", id, param);
  return customer;
}

/** Saves one of Stripe's test payment methods to a customer: https://docs.stripe.com/api/payment_methods/attach */
export function attachMethod({ changes }: Command, id: string, fields: FormFields): Stripe.PaymentMethod {
  rejectUnknown(fields, ["customer"]);
  const customer = readText(fields, "customer");
  if (customer === undefined) throw missing("customer");
  requireCustomer(changes, customer, "customer");
  const stored = changes.get("paymentMethods", id);
  if (stored?.method.customer === customer) return stored.method;
  if (stored) throw usedBefore();
  return saveMethod(changes, readCard({ payment_method: id }), customer);
}

/** Removes a card from its customer for good: https://docs.stripe.com/api/payment_methods/detach */
export function detachMethod({ changes }: Command, id: string, fields: FormFields): Stripe.PaymentMethod {
  rejectUnknown(fields, []);
  const stored = changes.get("paymentMethods", id);
  if (!stored) throw notFound("PaymentMethod", id, "payment_method");
  if (stored.method.customer === null) {
    throw invalidRequest("The payment method you provided is not attached to a customer so detachment is impossible.", {
      param: "payment_method",
    });
  }
  return detach(changes, stored);
}

export function saveMethod(
  changes: Changes,
  { card, method }: Pick<PresentedCard, "method"> & { card: { number: string } },
  customer: string,
): Stripe.PaymentMethod {
  const fingerprint = createHash("sha256").update(card.number).digest("base64url").slice(0, 16);
  const saved = { ...method, customer, ...(method.card ? { card: { ...method.card, fingerprint } } : {}) };
  changes.put("paymentMethods", { id: method.id, method: saved, number: card.number });
  return saved;
}

function detach(changes: Changes, stored: StoredMethod): Stripe.PaymentMethod {
  const method = { ...stored.method, customer: null };
  changes.put("paymentMethods", { ...stored, method });
  return method;
}

/**
 * Reads the card of a confirmation, which may be one of the customer's.
 * @throws StripeSandboxError as `readCard`; 400 for a card of another customer, or one that was detached
 */
export function readPresentedCard(
  store: Pick<Changes, "get">,
  fields: FormFields,
  customer: Stripe.PaymentIntent["customer"],
): PresentedCard {
  const stored = store.get("paymentMethods", readText(fields, "payment_method") ?? "");
  if (!stored) return readCard(fields);
  const { method, number } = stored;
  if (method.customer === null) throw usedBefore();
  if (method.customer !== customer) {
    throw invalidRequest(
      customer === null
        ? `The provided PaymentMethod (${method.id}) belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { param: "payment_method" },
    );
  }
  return { card: findTestCard(number), method };
}

function usedBefore() {
  return invalidRequest(
    "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
    { param: "payment_method" },
  );
}
