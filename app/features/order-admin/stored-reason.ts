import { t } from "#app/messages/t.ts";

/** Reasons as the database stores them, with their translation. */
const reasons = (): Record<string, string> => ({
  "The customer stopped the texts.": t("The customer stopped the texts."),
  "Order texts are off.": t("Order texts are off."),
  "It was two days late.": t("It was two days late."),
  "The number got 20 texts within a day.": t("The number got 20 texts within a day."),
  "The number got texts about orders of two other accounts within a day.": t(
    "The number got texts about orders of two other accounts within a day.",
  ),
  "It was no longer true.": t("It was no longer true."),
  "The daily limit of texts was reached.": t("The daily limit of texts was reached."),
  "We sent 100 emails to this address in one day.": t("We sent 100 emails to this address in one day."),
  "The payment was refunded in the provider's dashboard.": t("The payment was refunded in the provider's dashboard."),
  "the provider gave no reason.": t("the provider gave no reason."),
  "no answer.": t("no answer."),
  "no reason given": t("no reason given"),
});

/**
 * Returns why an email or text was not sent, or a refund failed, in the current language; a provider's own reason as it
 * is.
 */
export function storedReason(stored: string): string {
  return reasons()[stored] ?? stored;
}

/** Returns the refund with the reason of its failure in the current language. */
export function withStoredReason<Refund extends { lastError: string | null }>(refund: Refund): Refund {
  return { ...refund, lastError: refund.lastError === null ? null : storedReason(refund.lastError) };
}
