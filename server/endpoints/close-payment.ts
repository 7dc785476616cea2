import { t } from "#app/messages/t.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { recordPayment } from "#server/worker/end-orders.ts";

/**
 * Closes the payment intent of a pending order, so that it can no longer be paid.
 * @returns null if it is closed or there is none; else an error message: it was paid or authorized meanwhile, which is
 * recorded, or a payment is in progress
 * @throws Error if the provider cannot be reached, or keeps the intent open
 */
export async function closePayment(
  work: { data: ShopData; payments: PaymentProvider },
  paymentIntentId: string | null,
): Promise<string | null> {
  const closed = paymentIntentId ? await work.payments.cancelPayment(paymentIntentId) : null;
  if (closed?.state === "open") throw new Error("The payment provider did not cancel the intent.");
  if (closed?.state !== "settled") return null;
  return (await recordPayment(work, closed.id))
    ? t("This order is already paid.")
    : t("We are confirming your payment.");
}
