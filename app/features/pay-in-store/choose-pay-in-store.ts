import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

/** Whether the customer may pay an order in the store. */
export interface PayInStoreOffer {
  isOffered: boolean;
  /** Why they may not; null if they may, or the store does not offer it. */
  error: string | null;
  /** ISO 8601: until when the order would be held, or is held; null without a pickup time. */
  payBy: string | null;
  isChosen: boolean;
}

/** Reads whether the customer may pay their order in the store. */
export function readPayInStoreOffer(data: BrowserData, orderId: string): Promise<PayInStoreOffer> {
  return readWithRetries(["pay-in-store", orderId], async () => {
    const row = rowsOf(await data.rest.rpc("check_pay_in_store", { order_id: orderId }).single());
    return {
      isOffered: row?.is_offered ?? false,
      error: row?.error ?? null,
      payBy: row?.pay_by ?? null,
      isChosen: row?.is_chosen ?? false,
    };
  });
}

/** Holds the order until it is paid in the store. @returns why it was not; null once it is held */
export async function choosePayInStore(data: BrowserData, orderId: string): Promise<string | null> {
  const { error } = await data.rest.rpc("choose_pay_in_store", { order_id: orderId });
  if (!error) return null;
  if (error.code.startsWith("PT4")) return error.message;
  console.error(error);
  return t("We couldn't reserve your order. Try again.");
}
