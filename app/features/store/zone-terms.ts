import { t } from "#app/messages/t.ts";
import { priceWords } from "#app/values/money.ts";
import type { DeliverySummary } from "./store-settings.ts";

/** Returns "Delivery costs $5 to $12, depending on your ZIP code. Free delivery on orders of $60 or more." */
export function zoneTermsText(zones: DeliverySummary): string {
  const terms = [feeTerm(zones), freeFromTerm(zones), minOrderTerm(zones)].filter((term) => term !== null);
  const first = terms.findIndex((term) => term.isVarying);
  const sentences = terms.map(({ text }, place) =>
    place === first ? t("{terms}, depending on your ZIP code.", { terms: text }) : `${text}.`,
  );
  return sentences.join(" ");
}

interface Term {
  text: string;
  /** Whether the terms differ between zones. */
  isVarying: boolean;
}

function feeTerm({ lowestFeeCents: low, highestFeeCents: high, hasSeparateFee }: DeliverySummary): Term {
  if (low === null || high === null)
    return { text: t("Our team agrees on the delivery fee with you"), isVarying: false };
  const fee = high === 0 ? t("Delivery is free") : t("Delivery costs {range}", { range: rangeText(low, high) });
  return {
    text: hasSeparateFee ? t("{fee}, or a fee we agree on", { fee }) : fee,
    isVarying: hasSeparateFee || low !== high,
  };
}

function freeFromTerm(zones: DeliverySummary): Term | null {
  const { lowestFreeFromCents: low, highestFreeFromCents: high, isAlwaysFreeFrom } = zones;
  if (low === null || high === null) return null;
  if (isAlwaysFreeFrom && low !== high) {
    return { text: t("Free delivery starts at {range}", { range: rangeText(low, high) }), isVarying: true };
  }
  const amount = priceWords(low);
  const text = isAlwaysFreeFrom
    ? t("Free delivery on orders of {amount} or more", { amount })
    : t("Free delivery on orders of {amount} or more in some areas", { amount });
  return { text, isVarying: false };
}

function minOrderTerm({ lowestMinOrderCents: low, highestMinOrderCents: high }: DeliverySummary): Term | null {
  return high === 0
    ? null
    : { text: t("Minimum order: {range}", { range: rangeText(low, high) }), isVarying: low !== high };
}

function rangeText(low: number, high: number): string {
  if (low === high) return priceWords(low);
  return low === 0
    ? t("up to {amount}", { amount: priceWords(high) })
    : t("{low} to {high}", { low: priceWords(low), high: priceWords(high) }, "amounts");
}
