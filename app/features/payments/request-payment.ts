import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { ReadRejectedError } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { type CamelCased, camelCased } from "#app/values/camel-cased.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

export type PaymentRequest =
  | { kind: "open"; clientSecret: string; amountCents: number }
  /** The payment is already being confirmed, from another tab or an earlier attempt. */
  | { kind: "confirming" }
  /** Some items are no longer available; nothing was charged. */
  | { kind: "unavailable"; message: string; items: UnavailableItem[] }
  /** The chosen pickup or delivery window is no longer available; nothing was charged. */
  | { kind: "no-window"; message: string; windows: TimeWindow[] }
  | { kind: "rejected"; message: string };

/**
 * Unavailable item, with the label of its size. If it is neither sold out nor has a quantity left, it is no longer for
 * sale. It needs a size if the product now comes in sizes, and none was chosen.
 */
export type UnavailableItem = CamelCased<FunctionRow<"check_stock">>;

interface Answer {
  clientSecret?: string;
  amount?: number;
  error?: string;
  windows?: { starts_at: string; ends_at: string }[];
  items?: FunctionRow<"check_stock">[];
}

/**
 * Requests the order's open payment intent.
 * @param savesCard whether the card that pays it is saved to the account
 * @throws ReadRejectedError if the order is not the caller's, or the session has expired; Error if the request fails
 */
export function requestPayment(data: BrowserData, orderId: string, savesCard: boolean): Promise<PaymentRequest> {
  return postPaymentRequest(data, "/create-payment-intent", { orderId, savesCard });
}

/** Requests the open payment intent of a separate delivery fee. */
export function requestFeePayment(data: BrowserData, orderId: string, savesCard: boolean): Promise<PaymentRequest> {
  return postPaymentRequest(data, "/pay-delivery-fee", { orderId, savesCard });
}

async function postPaymentRequest(
  data: BrowserData,
  path: string,
  order: { orderId: string; savesCard: boolean },
): Promise<PaymentRequest> {
  const response = await data.fetchApi(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  const body = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok && body.clientSecret !== undefined && body.amount !== undefined) {
    return { kind: "open", clientSecret: body.clientSecret, amountCents: body.amount };
  }
  if (response.status === 409 && body.items) {
    return {
      kind: "unavailable",
      message: body.error ?? t("Some items in this order are no longer available."),
      items: body.items.map((item) => camelCased(item)),
    };
  }
  if (response.status === 409 && body.windows) {
    return {
      kind: "no-window",
      message: body.error ?? t("This time is no longer available."),
      windows: body.windows.map((window) => camelCased(window)),
    };
  }
  if (response.status === 409) return { kind: "confirming" };
  if (response.status === 401 || response.status === 404) {
    throw new ReadRejectedError(body.error ?? t("This order doesn't exist."), response.status);
  }
  if (response.status >= 500) throw new Error(body.error ?? "The server returned an error.");
  return { kind: "rejected", message: body.error ?? t("You can't pay this order online. Call us.") };
}
