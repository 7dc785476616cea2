import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { pricesOf, sizeOffer } from "#app/features/catalog/product-size.ts";
import { type ProductDraft, toleranceFrom, USUAL_TOLERANCE } from "./product-draft.ts";

/** Returns the data of a product card from typed values. */
export function draftSummary(
  draft: ProductDraft,
  { id, prefix, image }: { id: number; prefix: CategoryPrefix; image: string },
): ProductSummary {
  const { poundsEach, toleranceText } = draft;
  const weight =
    poundsEach === null ? undefined : { poundsEach, tolerancePercent: toleranceFrom(toleranceText) ?? USUAL_TOLERANCE };
  const prices = pricesOf(
    {
      priceCents: draft.priceCents ?? 0,
      // Leave out an invalid discount price: the database rejects one that is not below the price.
      discountPriceCents: isBelow(draft.discountPriceCents, draft.priceCents) ? draft.discountPriceCents : null,
    },
    weight,
  );
  const isOut = ({ availability, stockCount }: Pick<ProductDraft, "availability" | "stockCount">) =>
    availability === "sold_out" || (availability === "counted" && stockCount === 0);
  const sizes = draft.sizes.map((size, place) => ({
    id: size.id ?? -place - 1,
    label: size.label,
    ...sizeOffer(
      size.priceCents === null
        ? null
        : {
            priceCents: size.priceCents,
            discountPriceCents: isBelow(size.discountPriceCents, size.priceCents) ? size.discountPriceCents : null,
          },
      size.amount,
      { ...prices, amount: draft.amount },
    ),
    isSoldOut: isOut(size),
  }));
  return {
    id,
    prefix,
    name: draft.name,
    size: draft.size,
    image,
    storage: draft.storage,
    // Unknown here: the category's rule is in the database.
    isSnapEligible: false,
    ...prices,
    amount: draft.amount,
    sizes,
    quantityPrices: [],
    choiceGroups: [],
    addedCents: 0,
    isSoldOut:
      sizes.length > 0 ? draft.availability === "sold_out" || sizes.every(({ isSoldOut }) => isSoldOut) : isOut(draft),
  };
}

function isBelow(discountCents: number | null, priceCents: number | null): boolean {
  return discountCents !== null && discountCents >= 0 && discountCents < (priceCents ?? 0);
}
