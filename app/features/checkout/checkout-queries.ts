import { redirect } from "react-router";
import { loginAddress } from "#app/features/account/require-login.ts";
import { hasSessionEnded } from "#app/features/account/session-end.ts";
import type { OrderWithLines } from "#app/features/orders/order.ts";
import { findOrder } from "#app/features/orders/order-queries.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { errorText } from "#app/values/error-text.ts";

/** The order of a checkout page, or the message shown instead. */
export type CheckoutOrder = { order: OrderWithLines; problem: null } | { order: null; problem: string };

/**
 * Reads the order of a checkout page.
 * @param path path of that page
 * @throws a redirect to the login, and back to the page, when the user's session has ended
 */
export async function readCheckoutOrder(orderId: string, path: string): Promise<CheckoutOrder> {
  const data = getBrowserData();
  const found = await findOrder(data, orderId).catch((error: unknown) => {
    console.error(error);
    return { problem: errorText(error) };
  });
  if (found && !("problem" in found)) return { order: found, problem: null };
  if (await hasSessionEnded(data)) throw redirect(loginAddress(path));
  return { order: null, problem: found?.problem ?? t("This order doesn't exist.") };
}
