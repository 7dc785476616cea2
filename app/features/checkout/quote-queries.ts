import { useSyncExternalStore } from "react";
import { type Cart, orderedItems } from "#app/features/cart/cart.ts";
import { getCartView } from "#app/features/cart/cart-store.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData, SESSION_ENDED } from "#app/platform/browser-data.ts";
import { commandResult, rejectionText } from "#app/platform/command-result.ts";
import { readRow, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { readStoredUserId } from "#app/platform/stored-session.ts";
import { readStored, writeStored } from "#app/values/device-storage.ts";
import type { AmountsRow } from "./amounts.ts";

const TOO_MANY = "PT429";

/**
 * Requests the price of the cart if it were ordered now, for a guest with the code that they typed.
 * @returns the price, and the code that it belongs to; an unknown one is removed
 */
export async function readQuote(cart: Cart): Promise<{ amounts: AmountsRow; code: string | null }> {
  const typed = readGuestDiscountCode();
  const quoted = typed === null || readStoredUserId() !== null ? null : await readGuestQuote(cart, typed);
  const isUnknown = quoted?.discount_code === null;
  // Another code may have been typed meanwhile.
  if (isUnknown && readGuestDiscountCode() === typed) saveGuestDiscountCode(null);
  const code = isUnknown ? null : typed;
  if (quoted) return { amounts: quoted, code };
  const args = argsOf(cart);
  const amounts = await readRow(["quote", args], () => getBrowserData().rest.rpc("quote_cart", args));
  if (!amounts) throw new Error("The server returned no quote.");
  return { amounts, code };
}

/**
 * Requests the same for a guest with this discount code.
 * @returns null while too many wrong codes were typed; `discount_code` is null for an unknown one
 */
function readGuestQuote(cart: Cart, code: string): Promise<AmountsRow | null> {
  const args = { ...argsOf(cart), code };
  return readWithRetries(["quote", args], async () => {
    const answer = await getBrowserData().rest.rpc("quote_guest_cart", args);
    return answer.error?.code === TOO_MANY ? null : rowsOf(answer);
  });
}

function argsOf(cart: Cart) {
  return { items: orderedItems(cart), delivery_type: cart.deliveryOption, delivery_zip: cart.deliveryZip.trim() };
}

/**
 * Applies a discount code to the user's carts and orders; a guest's is kept in this tab until the order.
 * @returns the message on failure, null on success
 */
export async function enterDiscountCode(code: string): Promise<string | null> {
  if (readStoredUserId() === null) {
    const quoted = await readGuestQuote(getCartView().cart, code);
    if (quoted?.discount_code === null) return unknownText();
    saveGuestDiscountCode(quoted?.discount_code ?? code.toUpperCase());
    return null;
  }
  const { data, error } = await getBrowserData().rest.rpc("enter_discount_code", { code });
  if (error?.code === SESSION_ENDED || error?.code === TOO_MANY) return error.message;
  if (error) throw new Error(rejectionText(error), { cause: error });
  return data === null ? unknownText() : null;
}

function unknownText(): string {
  return t("That code doesn't exist.");
}

/** Removes the user's discount code. */
export async function dropDiscountCode(): Promise<void> {
  if (readStoredUserId() === null) return saveGuestDiscountCode(null);
  commandResult(await getBrowserData().rest.rpc("drop_discount_code"));
}

/** Discount code of a guest, entered for the account once there is one. For this tab only. */
const CODE_KEY = "discountCode";

const listeners = new Set<() => void>();

/** Returns the code that the guest typed; null without one, and on the server. */
export function useGuestDiscountCode(): string | null {
  return useSyncExternalStore(subscribe, readGuestDiscountCode, () => null);
}

/** @param code null removes it */
export function saveGuestDiscountCode(code: string | null): void {
  writeStored(CODE_KEY, code, "session");
  for (const listener of listeners) listener();
}

/** Returns the code that the guest typed; null without one. */
export function readGuestDiscountCode(): string | null {
  return readStored(CODE_KEY, "session");
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
