import Stripe from "stripe";
import type { SavedCard } from "#app/features/payments/saved-cards.ts";

/** The customers at Stripe and their saved cards: https://docs.stripe.com/payments/save-during-payment */
export interface SavedCards {
  /** Creates the customer of an account. Repeated calls within a day return the same one. */
  createCustomer(userId: string): Promise<string>;
  /** Lists the customer's cards, newest first; each card once. @throws NoSuchCustomerError */
  listCards(customerId: string): Promise<SavedCard[]>;
  /** Removes a card. @returns false if it is not the customer's */
  removeCard(customerId: string, cardId: string): Promise<boolean>;
  /** Deletes the customer with all cards, or does nothing if Stripe has no such customer. */
  deleteCustomer(customerId: string): Promise<void>;
}

/** Stripe has no such customer: it was deleted in the dashboard, or the keys belong to another account. */
export class NoSuchCustomerError extends Error {
  override readonly name = "NoSuchCustomerError";
}

export function createSavedCards(stripe: Stripe): SavedCards {
  const listMethods = async (customerId: string) =>
    (await stripe.customers.listPaymentMethods(customerId, { type: "card", limit: 100 }).catch(throwIfNoCustomer)).data;
  return {
    createCustomer: async (userId) => {
      const { id } = await stripe.customers.create(
        { metadata: { user_id: userId } },
        { idempotencyKey: `customer-${userId}` },
      );
      return id;
    },
    listCards: async (customerId) => {
      const byFingerprint = new Map<string, SavedCard>();
      for (const { id, card } of await listMethods(customerId)) {
        const fingerprint = card?.fingerprint ?? id;
        if (!card || byFingerprint.has(fingerprint)) continue;
        const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = card;
        byFingerprint.set(fingerprint, { id, brand, last4, expiryMonth, expiryYear });
      }
      return [...byFingerprint.values()];
    },
    removeCard: async (customerId, cardId) => {
      const methods = await listMethods(customerId);
      const removed = methods.find(({ id }) => id === cardId);
      if (!removed) return false;
      // A card that was saved twice is listed once.
      const same = methods.filter(
        ({ id, card }) => id === cardId || (card?.fingerprint && card.fingerprint === removed.card?.fingerprint),
      );
      for (const { id } of same) await stripe.paymentMethods.detach(id);
      return true;
    },
    deleteCustomer: async (customerId) => void (await unlessMissing(stripe.customers.del(customerId))),
  };
}

/** @throws NoSuchCustomerError if the error says so, else the error */
export function throwIfNoCustomer(error: unknown): never {
  if (isMissing(error) && error.param === "customer") {
    throw new NoSuchCustomerError(error.message, { cause: error });
  }
  throw error;
}

/** Returns what Stripe has; null if it has no such object, for example after a change of keys. */
export function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
  return found.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function isMissing(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}
