import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { Cart } from "./cart.ts";
import { isSignedIn } from "./save-cart.ts";
import { addsTo, type SavedCart } from "./saved-cart.ts";
import { itemsFrom } from "./stored-cart.ts";

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
  if (!(await isSignedIn(data))) return null;
  const rows = await readWithRetries(["saved-carts"], async () =>
    rowsOf(
      await data.rest
        .from("saved_carts")
        .select("id, items, saved_at")
        .gt("saved_at", new Date(now.getTime() - OFFERED_FOR_MS).toISOString())
        .order("saved_at", { ascending: false }),
    ),
  );
  const candidates = (rows ?? [])
    .filter(({ id }) => id !== own)
    .map(({ id, items, saved_at: savedAt }) => ({ id, items: itemsFrom(JSON.stringify(items)), savedAt }));
  return candidates.find(({ items }) => addsTo(cart, items)) ?? null;
}
