import type { Amount, Unit } from "#app/values/amount.ts";
import { centsFrom } from "#app/values/money.ts";

/** One of the sizes that a product comes in, with what it costs. */
/** Query parameter of a product page: the id of the selected size. */
export const SIZE_PARAMETER = "size";

export interface ProductSize {
  id: number;
  label: string;
  priceCents: number;
  /** Always below the price. */
  discountPriceCents: number | null;
  amount: Amount | null;
  isSoldOut: boolean;
}

/** Entry of the column `products.sizes`; a null price or amount is that of the product. */
export interface ProductSizeRow {
  id: number;
  label: string;
  price: number | null;
  discount_price: number | null;
  amount: number | null;
  unit: Unit | null;
  is_sold_out: boolean;
}

type Priced = Pick<ProductSize, "priceCents" | "discountPriceCents">;

export function productSizeFromRow(row: ProductSizeRow, product: Priced & { amount: Amount | null }): ProductSize {
  const own: Priced | null =
    row.price === null
      ? null
      : {
          priceCents: centsFrom(row.price),
          discountPriceCents: row.discount_price === null ? null : centsFrom(row.discount_price),
        };
  const { priceCents, discountPriceCents } = own ?? product;
  return {
    id: row.id,
    label: row.label,
    priceCents,
    discountPriceCents,
    amount: row.amount !== null && row.unit !== null ? { value: row.amount, unit: row.unit } : product.amount,
    isSoldOut: row.is_sold_out,
  };
}

interface Offer extends Priced {
  amount: Amount | null;
}

/** Returns the prices for a card: for a product with sizes the lowest, and whether others cost more. */
export function offerShown(product: Offer & { sizes: readonly ProductSize[] }): Offer & { isFrom: boolean } {
  const costs = (offer: Priced) => offer.discountPriceCents ?? offer.priceCents;
  const [first, ...others] = product.sizes;
  if (!first) return { ...product, isFrom: false };
  const cheapest = others.reduce((one, other) => (costs(other) < costs(one) ? other : one), first);
  return {
    ...cheapest,
    isFrom: others.length > 0 && product.sizes.some((size) => costs(size) !== costs(cheapest)),
  };
}

/** Returns the offer with what the choices of its cut and preparation add to its prices. */
export function withAddedCents<Offered extends Priced>(offer: Offered, addedCents: number): Offered {
  if (addedCents === 0) return offer;
  const { priceCents, discountPriceCents } = offer;
  return {
    ...offer,
    priceCents: priceCents + addedCents,
    discountPriceCents: discountPriceCents === null ? null : discountPriceCents + addedCents,
  };
}
