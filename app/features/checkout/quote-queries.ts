import { type Cart, orderedItems } from "#app/features/cart/cart.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { AmountsRow } from "./amounts.ts";

/** Requests the price of the cart if it were ordered now. */
export async function readQuote(cart: Cart): Promise<AmountsRow> {
  const args = {
    items: orderedItems(cart),
    delivery_type: cart.deliveryOption,
    delivery_zip: cart.deliveryZip.trim(),
  };
  const amounts = await readWithRetries(["quote", args], async () =>
    rowsOf(await getBrowserData().rest.rpc("quote_cart", args)),
  );
  if (!amounts) throw new Error("The server returned no quote.");
  return amounts;
}
