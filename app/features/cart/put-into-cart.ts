import { currentPriceCents, type ProductSummary } from "#app/features/catalog/product.ts";
import type { Prepared } from "#app/features/catalog/product-page.tsx";
import type { ProductSize } from "#app/features/catalog/product-size.ts";
import { t } from "#app/messages/t.ts";
import { showToast } from "#app/ui/toast.tsx";
import { sizedName } from "#app/values/sized-name.ts";
import { langOf } from "#app/values/untranslated.ts";
import { addToCart } from "./cart-store.ts";
import { itemWeight } from "./offer.ts";

/** Adds a product to the cart, in the chosen size and preparation, and shows a toast. */
export function putIntoCart(
  product: ProductSummary,
  size: ProductSize | null,
  quantity: number,
  prepared?: Prepared,
): void {
  // The service worker marks pages from its cache: their prices may be outdated.
  if (document.documentElement.dataset["savedAt"]) {
    showToast({ kind: "error", text: t("You are offline. Connect to add products.") });
    return;
  }
  const { id, name, image } = product;
  const offer = size ?? product;
  const priceCents = currentPriceCents(offer);
  const weight = itemWeight(offer);
  const item = { id, name, size: size && { id: size.id, label: size.label }, priceCents, ...weight, image };
  addToCart(prepared ? { ...item, ...prepared, priceCents: priceCents + prepared.addedCents } : item, quantity);
  showToast({
    kind: "success",
    text: t("Item added to cart"),
    link: {
      about: sizedName(prepared?.name ?? name, size?.label),
      aboutLang: langOf(product, "name"),
      to: "/cart",
      label: t("Go to cart"),
    },
  });
}
