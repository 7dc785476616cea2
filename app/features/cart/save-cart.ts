import { type BrowserData, getBrowserData, SESSION_ENDED } from "#app/platform/browser-data.ts";
import type { CartItem } from "./cart.ts";
import { itemsText } from "./stored-cart.ts";

/** Saves the cart in the account; an empty one is deleted. @throws when the request fails */
export async function saveCart(cartId: string, items: readonly CartItem[]): Promise<void> {
  if (items.length === 0) return forgetCart(cartId);
  const data = getBrowserData();
  if (!(await isSignedIn(data))) return;
  const { error } = await data.rest
    .from("saved_carts")
    .upsert({ id: cartId, items: JSON.parse(itemsText(items)) }, { onConflict: "user_id,id" });
  // Without a session there is no account to save in.
  if (error && error.code !== SESSION_ENDED) throw new Error(error.message, { cause: error });
}

export async function forgetCart(cartId: string): Promise<void> {
  const data = getBrowserData();
  if (!(await isSignedIn(data))) return;
  // A cart that was never saved, or has expired, is no error.
  const { error } = await data.rest.from("saved_carts").delete().eq("id", cartId);
  if (error && error.code !== SESSION_ENDED) throw new Error(error.message, { cause: error });
}

/** Returns whether there is a session; the auth client refreshes an expired one first. */
export async function isSignedIn(data: BrowserData): Promise<boolean> {
  const { data: found } = await data.auth.getSession();
  return found.session !== null;
}
