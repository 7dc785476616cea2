import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { Cart, CartItem } from "./cart.ts";
import { addsTo, type SavedCart } from "./saved-cart.ts";
import { itemsFrom, itemsText } from "./stored-cart.ts";

const OFFERED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Saves the cart in the account; an empty one is deleted. @throws when the request fails */
export async function saveCart(cartId: string, items: readonly CartItem[]): Promise<void> {
  if (items.length === 0) return forgetCart(cartId);
  const data = getBrowserData();
  if (!(await isSignedIn(data))) return;
  const { error } = await data.rest
    .from("saved_carts")
    .upsert({ id: cartId, items: JSON.parse(itemsText(items)) }, { onConflict: "user_id,id" });
  if (error) throw new Error(error.message, { cause: error });
}

export async function forgetCart(cartId: string): Promise<void> {
  const data = getBrowserData();
  if (!(await isSignedIn(data))) return;
  // One that was never saved, or has expired, is gone already.
  const { error } = await data.rest.from("saved_carts").delete().eq("id", cartId);
  if (error) throw new Error(error.message, { cause: error });
}

/**
 * Returns the latest saved cart with products that this one lacks.
 * @param own id of this cart in the account; null without one
 * @throws when the request fails
 */
export async function findSavedCart(
  data: BrowserData,
  own: string | null,
  cart: Cart,
  now: Date,
): Promise<SavedCart | null> {
  if (!(await isSignedIn(data))) return null;
  const rows = await readWithRetries(["kept-carts"], async () =>
    rowsOf(
      await data.rest
        .from("saved_carts")
        .select("id, items, saved_at")
        .gt("saved_at", new Date(now.getTime() - OFFERED_FOR_MS).toISOString())
        .order("saved_at", { ascending: false }),
    ),
  );
  const kept = (rows ?? [])
    .filter(({ id }) => id !== own)
    .map(({ id, items, saved_at: keptAt }) => ({ id, items: itemsFrom(JSON.stringify(items)), keptAt }));
  return kept.find(({ items }) => addsTo(cart, items)) ?? null;
}

/** Checks with the auth service, because the stored session may have expired. */
async function isSignedIn(data: BrowserData): Promise<boolean> {
  const { data: found } = await data.auth.getSession();
  return found.session !== null;
}
