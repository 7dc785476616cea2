import { getCategory } from "#app/features/catalog/categories.ts";
import {
  currentPriceCents,
  PREVIEW_COLUMNS,
  type ProductSummary,
  productSummaryFromRow,
} from "#app/features/catalog/product.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { type UnitPrice, unitPrice } from "#app/values/amount.ts";

/** Product or size to print a label for. Without a size id, each size of the product gets one. */
export type LabelKey = { productId: number; sizeId: number | null };

/** Content of a shelf label. */
export interface ShelfLabel {
  key: string;
  name: string;
  /** Size label, or the product's package text. */
  size: string;
  priceCents: number;
  /** Regular price of a reduced product; null if it is not reduced. */
  regularPriceCents: number | null;
  unitPrice: UnitPrice | null;
  /** Empty if there is none. */
  barcode: string;
}

/** Barcode of a product or size. */
export interface KnownBarcode extends LabelKey {
  barcode: string;
}

/** Parses the keys in a URL: "12,15-3" is product 12, and size 3 of product 15. */
export function labelKeysFrom(text: string): LabelKey[] {
  return text.split(",").flatMap((part) => {
    const [, product, size] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ?? [];
    return product === undefined
      ? []
      : [{ productId: Number(product), sizeId: size === undefined ? null : Number(size) }];
  });
}

/** Returns one label for each product and size, in the order of the keys. */
export function labelsOf(
  keys: readonly LabelKey[],
  products: readonly ProductSummary[],
  barcodes: readonly KnownBarcode[],
): ShelfLabel[] {
  const labels = keys.flatMap(({ productId, sizeId }) => {
    const product = products.find(({ id }) => id === productId);
    if (product === undefined) return [];
    const sizes = product.sizes.filter(({ id }) => sizeId === null || sizeId === id);
    const barcodeOf = (size: number | null) =>
      barcodes.find((known) => known.productId === productId && known.sizeId === size)?.barcode ?? "";
    const { weightUnit } = getCategory(product.prefix);
    const labelOf = (size: ProductSummary["sizes"][number] | null): ShelfLabel => {
      const of = size ?? product;
      const { perPound } = of;
      const shown = perPound ?? of;
      const sizeText = size?.label ?? product.size;
      return {
        key: size === null ? String(productId) : `${productId}-${size.id}`,
        name: product.name,
        size: perPound ? [sizeText, "per lb"].filter(Boolean).join(", ") : sizeText,
        priceCents: currentPriceCents(shown),
        regularPriceCents: shown.discountPriceCents === null ? null : shown.priceCents,
        unitPrice: perPound ? null : unitPrice(currentPriceCents(of), of.amount, weightUnit),
        barcode: barcodeOf(size?.id ?? null),
      };
    };
    return product.sizes.length === 0 ? [labelOf(null)] : sizes.map(labelOf);
  });
  return labels.filter(({ key }, place) => labels.findIndex((other) => other.key === key) === place);
}

/** Maximum number of products and sizes in one URL. */
const MAX_KEYS = 300;

/** Reads labels of products and sizes, including hidden ones. For managers. */
export async function listShelfLabels(data: BrowserData, keys: readonly LabelKey[]): Promise<ShelfLabel[]> {
  const requested = keys.slice(0, MAX_KEYS);
  const ids = [...new Set(requested.map(({ productId }) => productId))];
  if (ids.length === 0) return [];
  const rows = await readRows(["shelf-labels", ...ids], () =>
    data.rest
      .from("products")
      .select(`${PREVIEW_COLUMNS}, inventory_items(product_id, size_id, barcode)`)
      .in("id", ids),
  );
  const found = rows;
  return labelsOf(
    requested,
    found.map(({ inventory_items: _, ...product }) => productSummaryFromRow(product)),
    found.flatMap(({ inventory_items }) =>
      inventory_items.map(({ product_id, size_id, barcode }) => ({ productId: product_id, sizeId: size_id, barcode })),
    ),
  );
}
