import type { CartItem } from "#app/features/cart/cart.ts";

/** Returns a cart line of one garri for $9.49. */
export const aCartItem = (chosen: Partial<CartItem> = {}): CartItem => ({
  id: 7,
  name: "Ijebu Garri",
  size: null,
  priceCents: 949,
  image: "",
  quantity: 1,
  ...chosen,
});

/** Returns what the server says about a cart line of $9.49 that is available. */
export const aCurrentProduct = <Chosen extends object>(id: number, chosen: Chosen) => ({
  id,
  size: null,
  needsSize: false,
  path: null,
  category: "condiments",
  amount: null,
  priceCents: 949 as number | null,
  isSoldOut: false,
  quantityLeft: null as number | null,
  ...chosen,
});
