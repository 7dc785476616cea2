import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { payInStoreErrorText } from "./pay-in-store-error-text.ts";

/** Pay-in-store option of an order. */
export type PayInStoreOffer = Awaited<ReturnType<typeof readPayInStoreOffer>>;

/** Reads whether the customer may pay their order in the store. */
export function readPayInStoreOffer(data: BrowserData, orderId: string) {
  return readWithRetries(["pay-in-store", orderId], async () => {
    const row = rowsOf(await data.rest.rpc("check_pay_in_store", { order_id: orderId }).single());
    return {
      isOffered: row?.is_offered ?? false,
      /** Reason why the customer may not use it; null if they may, or the store does not offer it. */
      error: row?.error ? payInStoreErrorText(row.error) : null,
      /** ISO 8601; time until which the order would be or is held; null without a pickup time. */
      payBy: row?.pay_by ?? null,
      isChosen: row?.is_chosen ?? false,
      /** Whether the customer must verify their email address or phone number first. */
      needsProof: row?.needs_proof ?? false,
    };
  });
}

/**
 * Holds the order until it is paid in the store.
 * @param contact who picks it up; empty if the order has billing details
 * @throws Error with a message for users
 */
export async function choosePayInStore(
  data: BrowserData,
  orderId: string,
  { name, phone }: { name: string; phone: string },
): Promise<void> {
  const { error } = await data.rest.rpc("choose_pay_in_store", {
    order_id: orderId,
    customer_name: name,
    phone_number: phone,
  });
  if (!error) return;
  const isRejection = error.code.startsWith("PT4");
  const text = isRejection ? payInStoreErrorText(error.message) : t("We couldn't reserve your order. Try again.");
  throw new Error(text, { cause: error });
}
