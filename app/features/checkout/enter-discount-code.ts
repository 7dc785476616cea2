import { getCartView } from "#app/features/cart/cart-store.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData, SESSION_ENDED } from "#app/platform/browser-data.ts";
import { readStoredUserId } from "#app/platform/stored-session.ts";
import { saveGuestDiscountCode } from "./guest-discount-code.ts";
import { readGuestQuote } from "./quote-queries.ts";

const TOO_MANY = "PT429";

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
  if (error) throw new Error(error.message, { cause: error });
  return data === null ? unknownText() : null;
}

function unknownText(): string {
  return t("That code doesn't exist.");
}

/** Removes the user's discount code. */
export async function dropDiscountCode(): Promise<void> {
  if (readStoredUserId() === null) return saveGuestDiscountCode(null);
  const { error } = await getBrowserData().rest.rpc("drop_discount_code");
  if (error) throw new Error(error.message, { cause: error });
}
