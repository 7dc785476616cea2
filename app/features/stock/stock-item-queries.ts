import { listItemsByCode } from "#app/features/scanning/item-codes.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
import { type ItemKey, type StockItem, type StockItemRow, stockItemFromRow } from "./stock-item.ts";

/** Finds products and sizes by name, barcode, or SKU. For managers. */
export function findStockItems(data: BrowserData, words: string): Promise<StockItem[]> {
  return readWithRetries(["stock-items", words], async () =>
    jsonOf<StockItemRow[]>(await data.rest.rpc("find_stock_items", { words })).map(stockItemFromRow),
  );
}

/**
 * Reads the current stock of these items, without deleted ones. For managers.
 * @throws when the read fails; there are no retries, because staff wait for the result
 */
export async function readStockItems(data: BrowserData, keys: readonly ItemKey[]): Promise<StockItem[]> {
  const items = keys.map(({ productId, sizeId }) => ({ product_id: productId, size_id: sizeId }));
  return jsonOf<StockItemRow[]>(await data.rest.rpc("read_stock_items", { items })).map(stockItemFromRow);
}

/** Result of a scanned code: one item, words to search for the matching ones, or an error. */
export type ScannedItem = { item: StockItem } | { words: string; problem: string } | { problem: string };

/** @throws when it cannot be read */
export async function findScannedItem(data: BrowserData, code: string): Promise<ScannedItem> {
  const found = await listItemsByCode(data, code);
  const [first] = found;
  if (first === undefined) return { problem: t("No product has the code {code}.", { code }) };
  const [item, ...others] = await readStockItems(data, found);
  if (item !== undefined && others.length === 0) return { item };
  return { words: first.name, problem: t("{name}: select one.", { name: first.name }) };
}
