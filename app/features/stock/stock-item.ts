import { listItemsByCode } from "#app/features/scanning/item-codes.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** A product without sizes, or a size of a product. */
export type ItemKey = { productId: number; sizeId: number | null };

/** Stock of an item at the time it was read; the count is null if it is not counted. */
export type StockItem = Omit<ReturnType<typeof stockItemFromRow>, "category" | "imageUrl" | "price">;

const stockItemFromRow = (row: FunctionRow<"read_stock_items">) => camelCased(row, "last_cost");

export function itemKey({ productId, sizeId }: ItemKey): string {
  return `${productId}-${sizeId ?? 0}`;
}

export function itemName({ name, sizeLabel }: Pick<StockItem, "name" | "sizeLabel">): string {
  return sizedName(name, sizeLabel);
}

/** Returns "12 in stock", or that it is not counted. */
export function stockText({ stockCount }: Pick<StockItem, "stockCount">): string {
  return stockCount === null ? t("Not counted") : t("{stockCount} in stock", { stockCount });
}

/** Returns text such as "1 unit". */
export function unitsText(count: number): string {
  return t("{count, plural, one {# unit} other {# units}}", { count });
}

/** Returns units and cost of the lines of a form; `unknownCount` lines have no cost. */
export function lineTotals(lines: readonly { units: number; unitCents: number | null }[]) {
  return {
    unitCount: lines.reduce((sum, { units }) => sum + units, 0),
    costCents: lines.reduce((sum, { units, unitCents }) => sum + units * (unitCents ?? 0), 0),
    unknownCount: lines.filter(({ unitCents }) => unitCents === null).length,
  };
}

/** Finds products and sizes by name, barcode, or SKU. For managers. */
export function findStockItems(data: BrowserData, words: string): Promise<StockItem[]> {
  return readWithRetries(["stock-items", words], async () =>
    resultOf(await data.rest.rpc("find_stock_items", { words })).map(stockItemFromRow),
  );
}

/**
 * Reads the current stock of these items, without deleted ones. For managers.
 * @throws when the read fails; there are no retries, because staff wait for the result
 */
export async function readStockItems(data: BrowserData, keys: readonly ItemKey[]): Promise<StockItem[]> {
  const items = keys.map(({ productId, sizeId }) => ({ product_id: productId, size_id: sizeId }));
  return resultOf(await data.rest.rpc("read_stock_items", { items })).map(stockItemFromRow);
}

/** Result of a scanned code: one item, words to search for the matching ones, or an error. */
type ScannedItem = { item: StockItem } | { words: string; problem: string } | { problem: string };

/** @throws when it cannot be read */
export async function findScannedItem(data: BrowserData, code: string): Promise<ScannedItem> {
  const found = await listItemsByCode(data, code);
  const [first] = found;
  if (first === undefined) return { problem: t("No product has the code {code}.", { code }) };
  const [item, ...others] = await readStockItems(data, found);
  if (item !== undefined && others.length === 0) return { item };
  return { words: first.name, problem: t("{name}: select one.", { name: first.name }) };
}
