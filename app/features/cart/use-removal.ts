import { useState } from "react";
import { type CartItem, type LineKey, lineKey } from "./cart.ts";
import { removeFromCart, undoRemoval } from "./cart-store.ts";

/** A removed line and its position in the cart. */
export interface Removal {
  item: CartItem;
  place: number;
}

/** Lets the last removed line be restored while the cart is open. */
export function useRemoval() {
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [putBack, setPutBack] = useState<LineKey | null>(null);

  function remove(item: CartItem, place: number) {
    removeFromCart(lineKey(item));
    setRemoval({ item, place });
    setPutBack(null);
  }

  function undo({ item, place }: Removal) {
    undoRemoval(item, place);
    setRemoval(null);
    setPutBack(lineKey(item));
  }

  return { removal, putBack, remove, undo };
}
