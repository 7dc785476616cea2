import { readStoredUserId } from "#app/platform/stored-session.ts";
import type { CartItem } from "./cart.ts";

/** Several presses of "+" are one change to the account. */
const PAUSE_MS = 500;

let pause: ReturnType<typeof setTimeout> | undefined;

/** Keeps the cart of a signed-in person with the account, for another device or another day. A guest's stays here. */
export function saveToAccount(cartId: string, items: readonly CartItem[]): void {
  if (readStoredUserId() === null) return;
  clearTimeout(pause);
  pause = setTimeout(() => withAccount(({ saveCart }) => saveCart(cartId, items)), PAUSE_MS);
}

/** Saves the cart with the account at once, before its session ends. @throws when it cannot be saved */
export async function saveInAccount(cartId: string, items: readonly CartItem[]): Promise<void> {
  clearTimeout(pause);
  if (readStoredUserId() === null) return;
  const { saveCart } = await import("./save-cart.ts");
  await saveCart(cartId, items);
}

/** Deletes an ordered cart, so that it is not offered again. */
export function forgetInAccount(cartId: string): void {
  clearTimeout(pause);
  if (readStoredUserId() !== null) withAccount(({ forgetCart }) => forgetCart(cartId));
}

/** The cart in the browser is whole without it. */
function withAccount(word: (account: typeof import("./save-cart.ts")) => Promise<void>): void {
  import("./save-cart.ts").then(word).catch((error: unknown) => console.error(error));
}
