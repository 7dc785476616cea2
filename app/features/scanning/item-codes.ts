import type { CategoryPrefix } from "#app/features/catalogue/categories.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries, rowsOf } from "#app/platform/reads.ts";
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

/** Product or size that a code means. */
export interface ItemOfCode {
  productId: number;
  sizeId: number | null;
  category: CategoryPrefix;
  name: string;
  sizeLabel: string | null;
  isHidden: boolean;
}

/** Codes of these products and their sizes, so that a list is scanned without a connection, too. For staff. */
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

/** Whether any product has a barcode or an SKU: without one there is nothing to scan. For staff. */
export async function hasCodes(data: BrowserData): Promise<boolean> {
  const rows = await readWithRetries(["has-codes"], async () =>
    rowsOf(await data.rest.from("inventory_items").select("id").or("barcode.neq.,sku.neq.").limit(1)),
  );
  return (rows ?? []).length > 0;
}

/** Returns the codes that a scanned one means: those with this barcode, or else those with this SKU. */
export function codesLike(code: string, codes: readonly ItemCode[]): ItemCode[] {
  const key = barcodeKey(readBarcode(code) ?? "");
  const byBarcode = codes.filter((item) => key !== "" && item.barcodeKey === key);
  const sku = code.trim().toLowerCase();
  return byBarcode.length > 0 ? byBarcode : codes.filter((item) => sku !== "" && item.sku.toLowerCase() === sku);
}

/**
 * Finds what a scanned code means in the whole store, hidden products last. For staff.
 * @throws when it cannot be read; without retries, because somebody waits for the result
 */
export async function listItemsByCode(data: BrowserData, code: string): Promise<ItemOfCode[]> {
  const rows = jsonOf<ItemOfCodeRow[]>(await data.rest.rpc("list_items_by_code", { code }));
  return rows.map(({ product_id, size_id, category, name, size_label, is_hidden }) => ({
    productId: product_id,
    sizeId: size_id,
    category,
    name,
    sizeLabel: size_label,
    isHidden: is_hidden,
  }));
}

interface ItemOfCodeRow {
  product_id: number;
  size_id: number | null;
  category: CategoryPrefix;
  name: string;
  size_label: string | null;
  is_hidden: boolean;
}
