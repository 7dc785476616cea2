import { nameWithChoices } from "#app/features/catalog/choice-groups.ts";
import { currentPriceCents, type ProductSummary, productPath } from "#app/features/catalog/product.ts";
import { listProductsByIds } from "#app/features/catalog/product-queries.ts";
import { quantityPricesFor } from "#app/features/catalog/quantity-price.ts";
import { translateSummaries } from "#app/features/translations/translated-products.ts";
import { inPageLanguage } from "#app/features/translations/translation-queries.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries } from "#app/platform/reads.ts";
import { langOf } from "#app/values/untranslated.ts";
import type { CartItem } from "./cart.ts";
import type { CurrentProduct, LineQuantityPrices } from "./cart-changes.ts";
import { itemWeight, offerOf } from "./offer.ts";

/** Returns current catalog data for these lines. Stock counts above the low-stock threshold are private. */
export async function readCurrentProducts(
  lines: readonly Pick<CartItem, "id" | "size" | "choiceIds">[],
): Promise<CurrentProduct[]> {
  const found = await readProducts([...new Set(lines.map(({ id }) => id))]);
  const products = new Map(found.map((product) => [product.id, product]));
  return lines.map(({ id, size, choiceIds }) => {
    const product = products.get(id);
    const matched = product ? offerOf(product, size, choiceIds) : null;
    const offer = typeof matched === "string" ? null : matched;
    const label = product?.sizes.find((each) => each.id === size?.id)?.label;
    return {
      id,
      size,
      ...(choiceIds ? { choiceIds } : {}),
      ...(product && offer
        ? {
            name: nameWithChoices(product.name, product.choiceGroups, choiceIds ?? []),
            sizeLabel: label,
            nameLang: langOf(product, "name"),
          }
        : {}),
      path: product ? productPath(product) : null,
      category: product?.prefix ?? null,
      amount: offer?.amount ?? null,
      ...(product && product.sizes.length === 0 ? { packSize: product.size } : {}),
      isSnapEligible: product?.isSnapEligible ?? false,
      quantity: product && quantityPricesOf(product, size),
      needsSize: matched === "needs size",
      needsChoice: matched === "needs choice",
      priceCents: offer ? currentPriceCents(offer) : null,
      ...(offer ? itemWeight(offer) : {}),
      isSoldOut: offer !== null && (product?.isSoldOut || offer.isSoldOut),
      quantityLeft: offer?.fewLeft ?? null,
    };
  });
}

function quantityPricesOf(product: ProductSummary, size: { id: number } | null): LineQuantityPrices | undefined {
  const unitCents = currentPriceCents(product.sizes.find(({ id }) => id === size?.id) ?? product);
  const prices = quantityPricesFor(product.quantityPrices, size?.id ?? null, unitCents);
  return prices.length === 0 ? undefined : { prices, unitCents };
}

/** Returns the products that are still for sale, in the language of the page. */
export function readProducts(ids: readonly number[]): Promise<ProductSummary[]> {
  const { rest } = getBrowserData();
  return readWithRetries(["cart-products", ...ids], async () => {
    const products = await listProductsByIds(rest, ids);
    // Current prices and stock matter more than translated names, so English names are the fallback.
    return inPageLanguage(rest, products, translateSummaries).catch(() => products);
  });
}
