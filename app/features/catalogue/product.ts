import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import type { CategoryPrefix, CategoryView } from "./categories.ts";

/** What a card shows of a product. */
export interface ProductTeaser {
  id: number;
  prefix: CategoryPrefix;
  name: string;
  size: string;
  priceCents: number;
  /** Always below the price. */
  discountPriceCents: number | null;
  image: string;
  isSoldOut: boolean;
}

/** As many as are wanted, none, or as many as are counted. */
export type Availability = "available" | "sold_out" | "counted";

export interface Product extends ProductTeaser {
  descriptionHeader: string;
  description: string;
  secondImage: string | null;
  availability: Availability;
}

export const TEASER_COLUMNS = "id,category,name,size,price,discount_price,img1,is_sold_out";
export const PRODUCT_COLUMNS = `${TEASER_COLUMNS},description_header,description,img2,availability` as const;

/** Rows of a category's view, as the data service writes them. */
type ProductTeaserRow = SelectedRow<CategoryView, typeof TEASER_COLUMNS>;
export type ProductRow = SelectedRow<CategoryView, typeof PRODUCT_COLUMNS>;

export function productTeaserFromRow(row: ProductTeaserRow): ProductTeaser {
  return {
    id: row.id,
    prefix: row.category,
    name: row.name,
    size: row.size,
    priceCents: centsFrom(row.price),
    discountPriceCents: row.discount_price === null ? null : centsFrom(row.discount_price),
    image: row.img1,
    isSoldOut: row.is_sold_out,
  };
}

export function productFromRow(row: ProductRow): Product {
  return {
    ...productTeaserFromRow(row),
    descriptionHeader: row.description_header,
    description: row.description,
    secondImage: row.img2 || null,
    availability: row.availability,
  };
}

/** What the shopper pays for one. */
export function currentPriceCents(product: Pick<ProductTeaser, "priceCents" | "discountPriceCents">): number {
  return product.discountPriceCents ?? product.priceCents;
}

export function productPath(product: Pick<ProductTeaser, "prefix" | "id">): string {
  return `/products/${product.prefix}/${product.id}`;
}
