import { useSyncExternalStore } from "react";
import { type CartView, emptyCartView, getCartView, subscribeToCart } from "./cart-store.ts";

/** Returns the cart of this browser; empty on the server. */
export function useCart(): CartView {
  return useSyncExternalStore(subscribeToCart, getCartView, () => emptyCartView);
}
