import { currentPriceCents, type ProductSummary } from "#app/features/catalogue/product.ts";
import type { ProductSize } from "#app/features/catalogue/product-size.ts";
import { showToast } from "#app/ui/toast.tsx";
import { choicesCents, chosenOf, nameWithChoices } from "#app/values/choice-groups.ts";
import { addToCart } from "./cart-store.ts";

/** So many of the product, in the size and prepared as it was chosen. */
export function putIntoCart(
  product: ProductSummary,
  size: ProductSize | null,
  choiceIds: readonly number[],
  quantity: number,
): void {
  // The service worker marks a page that it saved: its prices may be old.
  if (document.documentElement.dataset["savedAt"]) {
    showToast({ kind: "error", text: "You are offline. Connect to add products." });
    return;
  }
  const { id, image, choiceGroups } = product;
  const chosen = chosenOf(choiceGroups, choiceIds);
  const item = {
    id,
    name: nameWithChoices(product.name, choiceGroups, choiceIds),
    size: size && { id: size.id, label: size.label },
    ...(choiceIds.length > 0 ? { choiceIds } : {}),
    priceCents: currentPriceCents(size ?? product) + choicesCents(chosen),
    image,
  };
  addToCart(item, quantity);
  showToast({ kind: "success", text: "Item added to cart" });
}
