import { currentPriceCents, type ProductSummary } from "#app/features/catalogue/product.ts";
import type { ProductSize } from "#app/features/catalogue/product-size.ts";
import { showToast } from "#app/ui/toast.tsx";
import { addToCart } from "./cart-store.ts";

/** So many of the product, in the size that was chosen where it comes in sizes. */
export function putIntoCart(product: ProductSummary, size: ProductSize | null, quantity: number): void {
  // The service worker marks a page that it saved: its prices may be old.
  if (document.documentElement.dataset["savedAt"]) {
    showToast({ kind: "error", text: "You are offline. Connect to add products." });
    return;
  }
  const { id, name, image } = product;
  const priceCents = currentPriceCents(size ?? product);
  addToCart({ id, name, size: size && { id: size.id, label: size.label }, priceCents, image }, quantity);
  showToast({ kind: "success", text: "Item added to cart" });
}
