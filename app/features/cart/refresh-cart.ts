import { getCartView } from "./cart-store.ts";
import { acceptCurrentProducts } from "./current-cart.ts";

/** Brings the cart to today's prices when it opens. If they cannot be read, the order will tell. */
export async function refreshCart(): Promise<void> {
  const { items } = getCartView().cart;
  if (items.length === 0) return;
  try {
    const { readCurrentProducts } = await import("./read-current-products.ts");
    acceptCurrentProducts(await readCurrentProducts(items));
  } catch (error) {
    console.error(error);
  }
}
