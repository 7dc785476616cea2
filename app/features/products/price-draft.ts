import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { centsTyped, moneyProblem } from "#app/values/money.ts";

export interface PriceDraft {
  /** Null if nothing or an invalid amount was typed. */
  priceCents: number | null;
  priceText: string;
  offerText: string;
  offerCents: number | null;
}

export function readPriceDraft(field: ReadField): PriceDraft {
  const offerText = field("discount_price").trim();
  const priceText = field("price").trim();
  return { priceText, priceCents: centsTyped(priceText), offerText, offerCents: centsTyped(offerText) };
}

/** Returns error messages by field name. The discount price may be empty. */
export function priceProblems({ priceText, priceCents, offerText, offerCents }: PriceDraft): Record<string, string> {
  if (priceCents === null || priceCents < 0)
    return { price: moneyProblem(priceText) ?? t("Enter a price, such as 4.99.") };
  if (offerText === "") return {};
  if (offerCents === null || offerCents < 0)
    return { discount_price: moneyProblem(offerText) ?? t("Enter an amount, or leave this empty.") };
  return offerCents < priceCents ? {} : { discount_price: t("The discount price must be below the price.") };
}
