import { choicesCents, chosenOf, fitsChoices } from "#app/features/catalog/choice-groups.ts";
import type { ProductSummary } from "#app/features/catalog/product.ts";
import { withAddedCents } from "#app/features/catalog/product-size.ts";
import type { ItemWeight } from "./cart.ts";

type Offer = Pick<
  ProductSummary,
  "priceCents" | "discountPriceCents" | "perPound" | "weight" | "amount" | "isSoldOut" | "fewLeft"
>;

/** Returns the weight data that the cart stores for an offer sold by weight; empty for one sold by the piece. */
export function itemWeight({ weight, perPound }: Pick<Offer, "weight" | "perPound">): { weight?: ItemWeight } {
  if (!weight || !perPound) return {};
  return {
    weight: { poundsEach: weight.poundsEach, perPoundCents: perPound.discountPriceCents ?? perPound.priceCents },
  };
}

/**
 * Returns the current offer for a product with this size and these choices. Null if it is no longer for sale; "needs
 * size" if the product now has sizes and the line has none; "needs choice" if these choices are not offered.
 */
export function offerOf(
  product: ProductSummary,
  size: { id: number } | null,
  choiceIds: readonly number[] = [],
): Offer | "needs size" | "needs choice" | null {
  if (!size && product.sizes.length > 0) return "needs size";
  const offer = size ? product.sizes.find(({ id }) => id === size.id) : product;
  if (!offer) return null;
  const { choiceGroups } = product;
  if (!fitsChoices(choiceGroups, choiceIds)) return "needs choice";
  return withAddedCents(offer, choicesCents(chosenOf(choiceGroups, choiceIds)));
}
