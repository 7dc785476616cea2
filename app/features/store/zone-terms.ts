import { priceWords } from "#app/values/money.ts";
import type { DeliverySummary } from "./store-settings.ts";

/** "Delivery costs $5 to $12, depending on your ZIP code. Free delivery on orders of $60 or more." */
export function zoneTermsText(zones: DeliverySummary): string {
  const terms = [feeTerm(zones), freeFromTerm(zones), minOrderTerm(zones)].filter((term) => term !== null);
  const first = terms.findIndex((term) => term.isVarying);
  return terms.map(({ text }, place) => `${text}${place === first ? ", depending on your ZIP code" : ""}.`).join(" ");
}

interface Term {
  text: string;
  /** Whether it differs between the zones. */
  isVarying: boolean;
}

function feeTerm({ lowestFeeCents: low, highestFeeCents: high, hasSeparateFee }: DeliverySummary): Term {
  if (low === null || high === null) return { text: "Our team agrees on the delivery fee with you", isVarying: false };
  const fee = high === 0 ? "Delivery is free" : `Delivery costs ${rangeText(low, high)}`;
  return { text: hasSeparateFee ? `${fee}, or a fee we agree on` : fee, isVarying: hasSeparateFee || low !== high };
}

function freeFromTerm(zones: DeliverySummary): Term | null {
  const { lowestFreeFromCents: low, highestFreeFromCents: high, isAlwaysFreeFrom } = zones;
  if (low === null || high === null) return null;
  if (isAlwaysFreeFrom && low !== high) {
    return { text: `Free delivery starts at ${rangeText(low, high)}`, isVarying: true };
  }
  const where = isAlwaysFreeFrom ? "" : " in some areas";
  return { text: `Free delivery on orders of ${priceWords(low)} or more${where}`, isVarying: false };
}

function minOrderTerm({ lowestMinOrderCents: low, highestMinOrderCents: high }: DeliverySummary): Term | null {
  return high === 0 ? null : { text: `Minimum order: ${rangeText(low, high)}`, isVarying: low !== high };
}

function rangeText(low: number, high: number): string {
  if (low === high) return priceWords(low);
  return low === 0 ? `up to ${priceWords(high)}` : `${priceWords(low)} to ${priceWords(high)}`;
}
