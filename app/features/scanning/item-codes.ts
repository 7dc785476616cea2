import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf, rowsOf } from "#app/platform/reads.ts";
import { barcodeKey, readBarcode } from "#app/values/barcode.ts";

/** Codes of a product, or of one of its sizes. */
export interface ItemCode {
  productId: number;
  /** Null for the product itself. */
  sizeId: number | null;
  /** Result of `barcodeKey`; "" without a barcode. */
  barcodeKey: string;
  sku: string;
}

/** Product or size with a matching code. */
export interface ItemOfCode {
  productId: number;
  sizeId: number | null;
  category: CategoryPrefix;
  name: string;
  sizeLabel: string | null;
  isHidden: boolean;
}

/** Returns the codes of these products and their sizes, so that scanning works without a connection. For staff. */
export async function listItemCodes(data: BrowserData, productIds: readonly number[]): Promise<ItemCode[]> {
  const ids = [...new Set(productIds)].sort((one, other) => one - other);
  const rows = await readWithRetries(["item-codes", ...ids], async () =>
    rowsOf(
      await data.rest.from("inventory_items").select("product_id, size_id, barcode_key, sku").in("product_id", ids),
    ),
  );
  return (rows ?? []).map(({ product_id, size_id, barcode_key, sku }) => ({
    productId: product_id,
    sizeId: size_id,
    barcodeKey: barcode_key ?? "",
    sku,
  }));
}

/** Returns whether any product has a barcode or an SKU; otherwise there is nothing to scan. For staff. */
export async function hasCodes(data: BrowserData): Promise<boolean> {
  const rows = await readWithRetries(["has-codes"], async () =>
    rowsOf(await data.rest.from("inventory_items").select("id").or("barcode.neq.,sku.neq.").limit(1)),
  );
  return (rows ?? []).length > 0;
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
  const rows = resultOf(await data.rest.rpc("list_items_by_code", { code }));
  return rows.map(({ product_id, size_id, category, name, size_label, is_hidden }) => ({
    productId: product_id,
    sizeId: size_id,
    category,
    name,
    sizeLabel: size_label,
    isHidden: is_hidden,
  }));
}
