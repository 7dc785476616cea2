import { type BrowserData, getBrowserData, SESSION_ENDED } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { Cart, CartItem } from "./cart.ts";
import { addsTo, type SavedCart } from "./saved-cart.ts";
import { itemsFrom, itemsText } from "./stored-cart.ts";

const OFFERED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the latest saved cart with a product, or a higher quantity of one, that this cart lacks.
 * @param own id of this cart in the account; null without one
 * @throws when the request fails
 */
export async function findSavedCart(
  data: BrowserData,
  own: string | null,
  cart: Cart,
  now: Date,
): Promise<SavedCart | null> {
  if ((await data.readSession()) === null) return null;
  const rows = await readRows(["saved-carts"], () =>
    data.rest
      .from("saved_carts")
      .select("id, items, saved_at")
      .gt("saved_at", new Date(now.getTime() - OFFERED_FOR_MS).toISOString())
      .order("saved_at", { ascending: false }),
  );
  const candidates = rows
    .filter(({ id }) => id !== own)
    .map(({ id, items, saved_at: savedAt }) => ({ id, items: itemsFrom(JSON.stringify(items)), savedAt }));
  return candidates.find(({ items }) => addsTo(cart, items)) ?? null;
}

/** Saves the cart in the account; an empty one is deleted. @throws when the request fails */
export async function saveCart(cartId: string, items: readonly CartItem[]): Promise<void> {
  if (items.length === 0) return forgetCart(cartId);
  const data = getBrowserData();
  if ((await data.readSession()) === null) return;
  const { error } = await data.rest
    .from("saved_carts")
    .upsert({ id: cartId, items: JSON.parse(itemsText(items)) }, { onConflict: "user_id,id" });
  // Without a session there is no account to save in.
  if (error && error.code !== SESSION_ENDED) throw new Error(error.message, { cause: error });
}

export async function forgetCart(cartId: string): Promise<void> {
  const data = getBrowserData();
  if ((await data.readSession()) === null) return;
  // A cart that was never saved, or has expired, is no error.
  const { error } = await data.rest.from("saved_carts").delete().eq("id", cartId);
  if (error && error.code !== SESSION_ENDED) throw new Error(error.message, { cause: error });
}
