import type { ProductSummary } from "#app/features/catalog/product.ts";
import type { ProductSize } from "#app/features/catalog/product-size.ts";
import type { RecipeLine } from "#app/features/recipes/recipe.ts";
import type { Amount } from "#app/values/amount.ts";
import { aProductSize, aProductSummary } from "./a-product-summary.ts";

/** Returns a recipe line that needs one pack, unless overridden. */
export function aRecipeLine(
  line: Partial<Omit<RecipeLine, "product">> = {},
  product: Partial<ProductSummary> = {},
): RecipeLine {
  return {
    isForSale: true,
    size: null,
    sizeId: line.size?.id ?? null,
    amount: null,
    packs: line.amount ? null : 1,
    ...line,
    product: aProductSummary({
      size: "20 lb",
      priceCents: 2499,
      image: "/rice.webp",
      storage: "shelf",
      amount: { value: 20, unit: "lb" },
      ...product,
    }),
  };
}

export const aSize = (id: number, amount: Amount): ProductSize =>
  aProductSize({ id, label: `${amount.value} ${amount.unit}`, amount });
