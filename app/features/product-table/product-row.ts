import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import type { Availability, StorageKind } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";

/** Row as returned by `private.product_cells`. */
export type ProductCells = readonly [
  productId: number,
  sizeId: number | null,
  category: CategoryPrefix,
  name: string,
  label: string,
  price: number | null,
  regularDiscountPrice: number | null,
  discountPrice: number | null,
  availability: Availability,
  stockCount: number | null,
  isHidden: boolean,
  hasPictures: boolean,
  image: string,
  storage: StorageKind | null,
  sizeCount: number,
  sku: string | null,
  barcode: string | null,
  vendor: string | null,
  weight: string | null,
];

/** Row of the product table: a product, or one of its sizes. */
export type ProductRow = ReturnType<typeof productRowFromCells>;

export function productRowFromCells(cells: ProductCells) {
  const [productId, sizeId, category, name, label, price, regular, discount, availability, stockCount, ...rest] = cells;
  const [isHidden, hasPictures, image, storage, sizeCount, sku, barcode, vendor, weight] = rest;
  return {
    /** Unique key of the row. */
    key: rowKey(productId, sizeId),
    productId,
    /** Null for the product itself. */
    sizeId,
    category,
    name,
    /** Size label; for a product, its package text. */
    label,
    /** Null for a size with its product's price. */
    priceCents: centsFrom(price),
    /** Regular discount price, without timed offers. */
    discountPriceCents: centsFrom(regular),
    /** Current price if a timed offer is below both prices; otherwise null. */
    offerPriceCents: discount !== regular ? centsFrom(discount) : null,
    availability,
    /** Last known count, even if the product is not counted now; null if it never was. */
    stockCount,
    isHidden,
    /** False if an image is missing, so that the product is not for sale. */
    hasPictures,
    image,
    storage,
    /** Number of sizes; 0 for a size, and for a product without sizes. */
    sizeCount,
    /** Like the next three fields, empty if unknown. */
    sku: sku ?? "",
    barcode: barcode ?? "",
    /** Always empty for a size. */
    vendor: vendor ?? "",
    /** Weight when packed, with its unit: "2.5 lb". */
    weight: weight ?? "",
  };
}

export function rowKey(productId: number, sizeId: number | null): string {
  return sizeId === null ? String(productId) : `${productId}-${sizeId}`;
}

/** Returns the name of the row for messages and labels: "Kente Dress, size M". */
export function rowName({ name, label, sizeId }: Pick<ProductRow, "name" | "label" | "sizeId">): string {
  return sizeId === null ? name : t("{name}, size {label}", { name, label });
}

/** Returns the quantity left; null if it is not counted. */
export function leftCount({ availability, stockCount, sizeCount }: ProductRow): number | null {
  return sizeCount === 0 && availability === "counted" ? (stockCount ?? 0) : null;
}
