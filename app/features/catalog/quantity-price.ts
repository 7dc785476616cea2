import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";

/** Price for a number of pieces of a product. */
export interface QuantityPrice {
  /** Size that the price applies to; if null, it applies to each size separately. */
  sizeId: number | null;
  pieces: number;
  cents: number;
}

/** Entry of the column `products.quantity_prices`. */
export type QuantityPriceRow = { size_id: number | null; pieces: number; price: number };

export function quantityPriceFromRow({ size_id, pieces, price }: QuantityPriceRow): QuantityPrice {
  return { sizeId: size_id, pieces, cents: centsFrom(price) };
}

/**
 * Returns the prices that are lower than that of the single pieces, fewest pieces first; for the same number of pieces,
 * only the lowest.
 * @param unitCents current price of one, without choices
 */
export function quantityPricesFor(
  prices: readonly QuantityPrice[],
  sizeId: number | null,
  unitCents: number,
): QuantityPrice[] {
  const lowest = new Map<number, QuantityPrice>();
  for (const price of prices) {
    const { pieces, cents } = price;
    const limit = lowest.get(pieces)?.cents ?? pieces * unitCents;
    if ((price.sizeId === null || price.sizeId === sizeId) && cents < limit) lowest.set(pieces, price);
  }
  return [...lowest.values()];
}

export function quantityPriceText({ pieces, cents }: QuantityPrice): string {
  return t("{pieces} for {amount}", { pieces, amount: moneyText(cents) });
}
