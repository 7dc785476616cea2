import { readStoredUserId } from "#app/platform/stored-session.ts";
import type { CartItem } from "./cart.ts";

/** Delay before saving, so that several clicks on "+" make one request. */
const PAUSE_MS = 500;

let pause: ReturnType<typeof setTimeout> | undefined;
/** Requests are sent one after the other, so that the last one decides what the account has. */
let lastRequest: Promise<void> = Promise.resolve();

/**
 * Saves the cart of a logged-in user in the account, for other devices and later visits. A guest's cart stays in the
 * browser.
 */
export function saveToAccount(cartId: string, items: readonly CartItem[]): void {
  if (readStoredUserId() === null) return;
  clearTimeout(pause);
  pause = setTimeout(() => withAccount(({ saveCart }) => saveCart(cartId, items)), PAUSE_MS);
}

/** Saves the cart in the account immediately, before the session ends. @throws when it cannot be saved */
export async function saveInAccount(cartId: string, items: readonly CartItem[]): Promise<void> {
  clearTimeout(pause);
  if (readStoredUserId() === null) return;
  await lastRequest;
  const { saveCart } = await import("./saved-cart-queries.ts");
  await saveCart(cartId, items);
}

/** Deletes an ordered cart from the account, so that it is not offered again. */
export function forgetInAccount(cartId: string): void {
  clearTimeout(pause);
  if (readStoredUserId() !== null) withAccount(({ forgetCart }) => forgetCart(cartId));
}

/** Only logs failures, because the browser has the complete cart. */
function withAccount(send: (account: typeof import("./saved-cart-queries.ts")) => Promise<void>): void {
  lastRequest = lastRequest
    .then(() => import("./saved-cart-queries.ts"))
    .then(send)
    .catch((error: unknown) => console.error(error));
}
