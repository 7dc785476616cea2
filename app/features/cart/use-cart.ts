import { useSyncExternalStore } from "react";
import { type CartView, emptyCartView, getCartView, subscribeToCart } from "./cart-store.ts";

/** The visitor's cart; empty on the server, where nobody has one. */
export function useCart(): CartView {
  return useSyncExternalStore(subscribeToCart, getCartView, () => emptyCartView);
}
