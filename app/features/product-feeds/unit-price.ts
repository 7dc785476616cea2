import { packsIn } from "#app/values/amount.ts";
import type { FeedItem } from "./feed-item.ts";

/** Returns the current price of one unit, in cents; null without a unit price, or if it rounds to nothing. */
export function unitPriceOf({ amount, weightUnit, salePriceCents, priceCents }: FeedItem) {
  if (amount === null) return null;
  const per = amount.unit === "lb" || amount.unit === "oz" ? weightUnit : amount.unit;
  const units = packsIn(amount, { value: 1, unit: per });
  if (units === null) return null;
  const cents = Math.round((salePriceCents ?? priceCents) / units);
  return cents === 0 ? null : { cents, per };
}
