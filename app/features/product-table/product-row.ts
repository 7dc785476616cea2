import type { CategoryPrefix } from "#app/features/catalogue/categories.ts";
import type { Availability, StorageKind } from "#app/features/catalogue/product.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";

/** A row as the database writes it: `private.product_cells`. */
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
export interface ProductRow {
  /** Unique in the table. */
  key: string;
  productId: number;
  /** Null for the product itself. */
  sizeId: number | null;
  category: CategoryPrefix;
  name: string;
  /** Text of the size; of a product in sizes what it says about its package. */
  label: string;
  /** Null for a size that costs what its product costs. */
  priceCents: number | null;
  /** Without the offers that run for a time. */
  discountPriceCents: number | null;
  /** Current price while a timed offer is below both; null without one. */
  offerPriceCents: number | null;
  availability: Availability;
  /** Also of a product that is not counted now; null if it never was. */
  stockCount: number | null;
  isHidden: boolean;
  /** False while the product is not for sale, because one of its images is missing. */
  hasPictures: boolean;
  image: string;
  storage: StorageKind | null;
  /** Sizes of the product; 0 for a size, and for a product in one size. */
  sizeCount: number;
  /** Empty if unknown, as the three below. */
  sku: string;
  barcode: string;
  /** Always empty for a size. */
  vendor: string;
  /** Packed, with its unit: "2.5 lb". */
  weight: string;
}

export function productRowFromCells(cells: ProductCells): ProductRow {
  const [productId, sizeId, category, name, label, price, regular, discount, availability, stockCount, ...rest] = cells;
  const [isHidden, hasPictures, image, storage, sizeCount, sku, barcode, vendor, weight] = rest;
  return {
    key: rowKey(productId, sizeId),
    productId,
    sizeId,
    category,
    name,
    label,
    priceCents: centsOrNull(price),
    discountPriceCents: centsOrNull(regular),
    offerPriceCents: discount !== regular ? centsOrNull(discount) : null,
    availability,
    stockCount,
    isHidden,
    hasPictures,
    image,
    storage,
    sizeCount,
    sku: sku ?? "",
    barcode: barcode ?? "",
    vendor: vendor ?? "",
    weight: weight ?? "",
  };
}

export function rowKey(productId: number, sizeId: number | null): string {
  return sizeId === null ? String(productId) : `${productId}-${sizeId}`;
}

/** Name of the row in messages and labels: "Kente Dress, size M". */
export function rowName({ name, label, sizeId }: Pick<ProductRow, "name" | "label" | "sizeId">): string {
  return sizeId === null ? name : t("{name}, size {label}", { name, label });
}

/** Quantity left; null if it is not counted. */
export function leftCount({ availability, stockCount, sizeCount }: ProductRow): number | null {
  return sizeCount === 0 && availability === "counted" ? (stockCount ?? 0) : null;
}

export function centsOrNull(amount: number | null): number | null {
  return amount === null ? null : centsFrom(amount);
}
