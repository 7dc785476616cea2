import { t } from "#app/messages/t.ts";

/**
 * Returns why an email or text was not sent, or a refund failed, in the current language. The database stores its own
 * reasons as English sentences; those of a provider are shown as they are.
 */
export function storedReason(stored: string): string {
  switch (stored) {
    case "The customer stopped the texts.":
      return t("The customer stopped the texts.");
    case "Order texts are off.":
      return t("Order texts are off.");
    case "It was two days late.":
      return t("It was two days late.");
    case "The number got 20 texts within a day.":
      return t("The number got 20 texts within a day.");
    case "The number got texts about orders of two other accounts within a day.":
      return t("The number got texts about orders of two other accounts within a day.");
    case "It was no longer true.":
      return t("It was no longer true.");
    case "The daily limit of texts was reached.":
      return t("The daily limit of texts was reached.");
    case "We sent 100 emails to this address in one day.":
      return t("We sent 100 emails to this address in one day.");
    case "The payment was refunded in the provider's dashboard.":
      return t("The payment was refunded in the provider's dashboard.");
    case "the provider gave no reason.":
      return t("the provider gave no reason.");
    case "no answer.":
      return t("no answer.");
    case "no reason given":
      return t("no reason given");
    default:
      return stored;
  }
}

/** Returns the refund with the reason of its failure in the current language. */
export function withStoredReason<Refund extends { lastError: string | null }>(refund: Refund): Refund {
  return { ...refund, lastError: refund.lastError === null ? null : storedReason(refund.lastError) };
}
