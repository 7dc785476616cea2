import { getCartView } from "./cart-store.ts";
import { acceptCurrentProducts } from "./current-cart.ts";

/**
 * Updates the cart to current prices when it opens. If they cannot be read, placing the order reports differences.
 */
export async function refreshCart(): Promise<void> {
  const { items } = getCartView().cart;
  if (items.length === 0) return;
  try {
    const { readCurrentProducts } = await import("./current-product-queries.ts");
    acceptCurrentProducts(await readCurrentProducts(items));
  } catch (error) {
    console.error(error);
  }
}
