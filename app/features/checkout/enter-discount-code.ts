import { t } from "#app/messages/t.ts";
import { getBrowserData, SESSION_ENDED } from "#app/platform/browser-data.ts";

const TOO_MANY = "PT429";

/**
 * Applies a discount code to the user's carts and orders.
 * @returns the message on failure, null on success
 */
export async function enterDiscountCode(code: string): Promise<string | null> {
  const { data, error } = await getBrowserData().rest.rpc("enter_discount_code", { code });
  if (error?.code === SESSION_ENDED || error?.code === TOO_MANY) return error.message;
  if (error) throw new Error(error.message, { cause: error });
  return data === null ? t("That code doesn't exist.") : null;
}

/** Removes the user's discount code. */
export async function dropDiscountCode(): Promise<void> {
  const { error } = await getBrowserData().rest.rpc("drop_discount_code");
  if (error) throw new Error(error.message, { cause: error });
}
