import { centsFrom, moneyText } from "./money.ts";

/** So many pieces of a product for so much together. */
export interface QuantityPrice {
  /** Only pieces of this size; null: of each size of its own. */
  sizeId: number | null;
  pieces: number;
  cents: number;
}

/** Entry of the column `products.quantity_prices`. */
export interface QuantityPriceRow {
  size_id: number | null;
  pieces: number;
  price: number;
}

export function quantityPriceFromRow({ size_id, pieces, price }: QuantityPriceRow): QuantityPrice {
  return { sizeId: size_id, pieces, cents: centsFrom(price) };
}

/**
 * Returns the prices that are below that of their pieces, the fewest pieces first.
 * @param unitCents current price of one, without choices
 */
export function quantityPricesFor(
  prices: readonly QuantityPrice[],
  sizeId: number | null,
  unitCents: number,
): QuantityPrice[] {
  return prices.filter(
    (price) => (price.sizeId === null || price.sizeId === sizeId) && price.cents < price.pieces * unitCents,
  );
}

export function quantityPriceText({ pieces, cents }: QuantityPrice): string {
  return `${pieces} for ${moneyText(cents)}`;
}
