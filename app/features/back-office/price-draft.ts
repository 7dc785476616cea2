import type { ReadField } from "#app/ui/use-form.ts";
import { centsTyped } from "#app/values/money.ts";

export interface PriceDraft {
  /** Null when none, or no amount, was typed. */
  priceCents: number | null;
  offerText: string;
  offerCents: number | null;
}

export function readPriceDraft(field: ReadField): PriceDraft {
  const offerText = field("discount_price").trim();
  return { priceCents: centsTyped(field("price").trim()), offerText, offerCents: centsTyped(offerText) };
}

/** What is wrong, by the names of the fields. An offer may be left empty. */
export function priceProblems({ priceCents, offerText, offerCents }: PriceDraft): Record<string, string> {
  if (priceCents === null || priceCents < 0) return { price: "Type a price, such as 4.99." };
  if (offerText === "") return {};
  if (offerCents === null || offerCents < 0) return { discount_price: "Type an amount, or leave it empty." };
  return offerCents < priceCents ? {} : { discount_price: "The discount price must be below the price." };
}
