import { t } from "#app/messages/t.ts";
import type { Amount, Unit } from "#app/values/amount.ts";
import { centsFrom } from "#app/values/money.ts";
import type { Translatable } from "#app/values/untranslated.ts";
import { aboutCents, mostCents, type Weight } from "./sold-by-weight.ts";

/** Query parameter of a product page: the id of the selected size. */
export const SIZE_PARAMETER = "size";

/** A size of a product, with its prices. */
export interface ProductSize extends ShownPrices, Translatable {
  id: number;
  label: string;
  amount: Amount | null;
  isSoldOut: boolean;
  /** How many are left, from the owner's low-stock threshold down. */
  fewLeft?: number;
}

/** Entry of the column `products.sizes`. A null price or amount means that of the product. */
export interface ProductSizeRow {
  id: number;
  label: string;
  price: number | null;
  discount_price: number | null;
  amount: number | null;
  unit: Unit | null;
  is_sold_out: boolean;
  few_left: number | null;
}

export interface Priced {
  priceCents: number;
  /** Always below the price. */
  discountPriceCents: number | null;
}

interface ShownPrices extends Priced {
  /** Prices per pound; set for products sold by weight. */
  perPound?: Priced;
  /** How the product is sold by weight; absent if sold by the piece. */
  weight?: Weight;
}

/** Returns catalog prices as they are shown: for a product sold by weight, the most that one can cost. */
export function pricesOf(prices: Priced, weight: Weight | undefined): ShownPrices {
  if (!weight) return prices;
  const { priceCents, discountPriceCents } = prices;
  return {
    priceCents: mostCents(priceCents, weight),
    discountPriceCents: discountPriceCents === null ? null : mostCents(discountPriceCents, weight),
    perPound: prices,
    weight,
  };
}

/** Returns the expected weight of one piece as a measurement. */
export function weightAmount({ poundsEach }: Weight): Amount {
  return { value: poundsEach, unit: "lb" };
}

/** Returns the current price per pound; undefined for a product sold by the piece. */
export function currentPerPoundCents({ perPound }: Pick<ShownPrices, "perPound">): number | undefined {
  return perPound && (perPound.discountPriceCents ?? perPound.priceCents);
}

/**
 * Returns the prices and measurement of a size.
 * @param prices null if the product's prices apply
 * @param amount null if the product's measurement applies; for a product sold by weight, a measurement in pounds is the
 * weight of this size
 */
export function sizeOffer(prices: Priced | null, amount: Amount | null, product: Offer): Offer {
  const { weight } = product;
  if (!weight) return { ...(prices ?? product), amount: amount ?? product.amount };
  const own = amount?.unit === "lb" ? { ...weight, poundsEach: roundedPounds(amount.value) } : weight;
  return { ...pricesOf(prices ?? product.perPound ?? product, own), amount: weightAmount(own) };
}

/** Rounds a weight of at most three decimals to hundredths of a pound, like `private.pounds_of_size`. */
function roundedPounds(pounds: number): number {
  return Math.max(1, Math.round(Math.round(pounds * 1000) / 10)) / 100;
}

export function productSizeFromRow(row: ProductSizeRow, product: Offer): ProductSize {
  const { priceCents, discountPriceCents, amount, perPound, weight } = sizeOffer(
    row.price === null ? null : { priceCents: centsFrom(row.price), discountPriceCents: centsFrom(row.discount_price) },
    row.amount !== null && row.unit !== null ? { value: row.amount, unit: row.unit } : null,
    product,
  );
  return {
    id: row.id,
    label: row.label,
    priceCents,
    discountPriceCents,
    ...(perPound && weight ? { perPound, weight } : {}),
    amount,
    isSoldOut: row.is_sold_out,
    ...fewLeft(row.few_left),
  };
}

export function fewLeft(count: number | null): { fewLeft?: number } {
  return count === null ? {} : { fewLeft: count };
}

export function fewLeftText(count: number): string {
  return t("{count, plural, one {Only # left} other {Only # left}}", { count });
}

/**
 * Returns the prices that a card shows, in cents. For a product sold by weight: the price at its expected weight, the
 * most that it can cost, and the price per pound.
 */
export function shownPrices(offer: ShownPrices): {
  cents: number;
  originalCents: number | undefined;
  weighed: { mostCents: number; perPoundCents: number; poundsEach: number } | null;
} {
  const cents = offer.discountPriceCents ?? offer.priceCents;
  const originalCents = offer.discountPriceCents === null ? undefined : offer.priceCents;
  const { perPound, weight } = offer;
  if (!perPound || !weight) return { cents, originalCents, weighed: null };
  const expected = (shownCents: number, perPoundCents: number) =>
    shownCents - mostCents(perPoundCents, weight) + aboutCents(perPoundCents, weight.poundsEach);
  const perPoundCents = perPound.discountPriceCents ?? perPound.priceCents;
  return {
    cents: expected(cents, perPoundCents),
    originalCents: originalCents === undefined ? undefined : expected(originalCents, perPound.priceCents),
    weighed: { mostCents: cents, perPoundCents, poundsEach: weight.poundsEach },
  };
}

export interface Offer extends ShownPrices {
  amount: Amount | null;
}

/**
 * Returns the offer that a card shows: the product's cheapest size if it has sizes, and whether other sizes cost more.
 */
export function offerShown(product: Offer & { sizes: readonly ProductSize[] }): Offer & { isFrom: boolean } {
  const costs = (offer: Priced) => offer.discountPriceCents ?? offer.priceCents;
  const [first, ...others] = product.sizes;
  if (!first) return { ...product, isFrom: false };
  const cheapest = others.reduce((one, other) => (costs(other) < costs(one) ? other : one), first);
  return { ...cheapest, isFrom: others.length > 0 && product.sizes.some((size) => costs(size) !== costs(cheapest)) };
}

/**
 * Returns an offer priced at its expected weight, for search engines and feeds, which take only one price; an offer
 * sold by the piece is returned unchanged.
 */
export function atExpectedWeight<Offered extends Offer>(offer: Offered): Offered {
  const { cents, originalCents, weighed } = shownPrices(offer);
  if (!weighed || !offer.weight) return offer;
  return {
    ...offer,
    priceCents: originalCents ?? cents,
    discountPriceCents: originalCents === undefined ? null : cents,
    amount: weightAmount(offer.weight),
  };
}

/** Returns the offer with the price of the chosen cut and preparation added. */
export function withAddedCents<Offered extends Priced>(offer: Offered, addedCents: number): Offered {
  if (addedCents === 0) return offer;
  const { priceCents, discountPriceCents } = offer;
  return {
    ...offer,
    priceCents: priceCents + addedCents,
    discountPriceCents: discountPriceCents === null ? null : discountPriceCents + addedCents,
  };
}
