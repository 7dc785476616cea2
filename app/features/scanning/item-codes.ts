import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow, SelectedRow } from "#app/platform/selected-row.ts";
import { barcodeKey, readBarcode } from "#app/values/barcode.ts";
import { type CamelCased, camelCased } from "#app/values/camel-cased.ts";

const COLUMNS = "product_id, size_id, barcode_key, sku";

/** Codes of a product, or of one of its sizes; the key is the result of `barcodeKey`, "" without a barcode. */
export type ItemCode = CamelCased<SelectedRow<"inventory_items", typeof COLUMNS>> & { barcodeKey: string };
/** Product or size with a matching code. */
export type ItemOfCode = CamelCased<FunctionRow<"list_items_by_code">>;

/** Returns the codes of these products and their sizes, so that scanning works without a connection. For staff. */
export async function listItemCodes(data: BrowserData, productIds: readonly number[]): Promise<ItemCode[]> {
  const ids = [...new Set(productIds)].sort((one, other) => one - other);
  const rows = await readRows(["item-codes", ...ids], () =>
    data.rest.from("inventory_items").select(COLUMNS).in("product_id", ids),
  );
  return rows.map((row) => ({ ...camelCased(row), barcodeKey: row.barcode_key ?? "" }));
}

/** Returns whether any product has a barcode or an SKU; otherwise there is nothing to scan. For staff. */
export async function hasCodes(data: BrowserData): Promise<boolean> {
  const rows = await readRows(["has-codes"], () =>
    data.rest.from("inventory_items").select("id").or("barcode.neq.,sku.neq.").limit(1),
  );
  return rows.length > 0;
}

/** Returns the items whose barcode matches a scanned code, or else those whose SKU does. */
export function codesLike(code: string, codes: readonly ItemCode[]): ItemCode[] {
  const key = barcodeKey(readBarcode(code) ?? "");
  const byBarcode = codes.filter((item) => key !== "" && item.barcodeKey === key);
  const sku = code.trim().toLowerCase();
  return byBarcode.length > 0 ? byBarcode : codes.filter((item) => sku !== "" && item.sku.toLowerCase() === sku);
}

/**
 * Finds products and sizes by a scanned code in the whole store, hidden ones last. For staff.
 * @throws when the read fails; there are no retries, because staff wait for the result
 */
export async function listItemsByCode(data: BrowserData, code: string): Promise<ItemOfCode[]> {
  return resultOf(await data.rest.rpc("list_items_by_code", { code })).map((row) => camelCased(row));
}
