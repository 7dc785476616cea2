import type { ShopData } from "#server/database/shop-data.ts";
import type { OpenPayment } from "#server/payments/payment-intents.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { NoSuchCustomerError } from "#server/payments/saved-cards.ts";

type Work = { data: ShopData; payments: PaymentProvider };

/** Customer at Stripe whose saved cards can pay an intent, and whether the card that pays it is saved. */
export type CardSaving = { customerId: string | null; savesCard: boolean };

/** For guests, unverified accounts, and orders by phone. */
export const NO_SAVING: CardSaving = { customerId: null, savesCard: false };

/**
 * Opens a payment for the saved cards of an account. Its customer is created when it saves its first card. A customer
 * that was deleted at Stripe is forgotten, and the payment opened without one.
 * @param facts result of `find_card_customer` for the account's session
 */
export async function openWithSavedCards<Opened>(
  { data, payments }: Work,
  facts: { can_save_card: boolean; customer_id: string | null },
  { userId, savesCard }: { userId: string; savesCard: boolean },
  open: (saving: CardSaving) => Promise<Opened>,
): Promise<Opened> {
  if (!facts.can_save_card) return open(NO_SAVING);
  const customerId =
    facts.customer_id ??
    (savesCard
      ? await data.call("save_card_customer", { user_id: userId, customer_id: await payments.createCustomer(userId) })
      : null);
  if (customerId === null) return open(NO_SAVING);
  try {
    return await open({ customerId, savesCard });
  } catch (error) {
    if (!(error instanceof NoSuchCustomerError)) throw error;
    await data.call("forget_card_customer", { customer_id: customerId });
    return open(NO_SAVING);
  }
}

/**
 * Gives an open intent the customer.
 * @returns the intent, which may have been paid meanwhile; null if it had a customer that it must not have, and is closed
 */
export async function withCustomer(
  payments: PaymentProvider,
  payment: OpenPayment,
  { customerId, savesCard }: CardSaving,
): Promise<OpenPayment | null> {
  if (payment.customerId === customerId && payment.savesCard === savesCard) return payment;
  if (customerId !== null) return payments.setCustomer(payment.id, customerId, savesCard);
  const closed = await payments.cancelPayment(payment.id);
  return closed?.state === "settled" ? closed : null;
}
