import { acceptCurrentPrices, getCartView } from "./cart-store.ts";

/** Brings the cart to today's prices when it opens. If they cannot be read, the order will tell. */
export async function refreshCart(): Promise<void> {
  const ids = getCartView().cart.items.map((item) => item.id);
  if (ids.length === 0) return;
  try {
    const { readCurrentPrices } = await import("./refresh-prices.ts");
    acceptCurrentPrices(await readCurrentPrices(ids));
  } catch (error) {
    console.error(error);
  }
}
