import { currentPriceCents, type ProductTeaser } from "#app/features/catalogue/product.ts";
import type { ProductSize } from "#app/features/catalogue/product-size.ts";
import { showToast } from "#app/ui/toast.tsx";
import { addToCart } from "./cart-store.ts";

/** One of the product, in the size that was chosen where it comes in sizes. */
export function putIntoCart(product: ProductTeaser, size: ProductSize | null): void {
  addToCart({
    id: product.id,
    name: product.name,
    size: size && { id: size.id, label: size.label },
    priceCents: currentPriceCents(size ?? product),
    image: product.image,
  });
  showToast({ kind: "success", text: "Item added to cart" });
}
