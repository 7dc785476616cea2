import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { type OrderTexts, orderTextsFromRow } from "./order-texts.ts";

/**
 * Reads the text settings of an order, for its customer.
 * @returns null if the store sends no texts
 * @throws when they cannot be read
 */
export async function findOrderTexts(data: BrowserData, orderId: string): Promise<OrderTexts | null> {
  const row = await readWithRetries(["order-texts", orderId], async () =>
    rowsOf(await data.rest.rpc("read_order_texts", { order_id: orderId }).single()),
  );
  return row && orderTextsFromRow(row);
}
