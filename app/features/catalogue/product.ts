import { type CategoryPrefix, findCategory } from "./categories.ts";

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
}

export interface Product extends ProductTeaser {
  descriptionHeader: string;
  description: string;
  secondImage: string | null;
}

/** Rows of a category's view, as the data service writes them. */
export interface ProductTeaserRow {
  id: number;
  category: string;
  name: string;
  size: string;
  price: number;
  discount_price: number | null;
  img1: string;
}

export interface ProductRow extends ProductTeaserRow {
  description_header: string;
  description: string;
  img2: string | null;
}

export const TEASER_COLUMNS = "id,category,name,size,price,discount_price,img1";
export const PRODUCT_COLUMNS = `${TEASER_COLUMNS},description_header,description,img2`;

export function productTeaserFromRow(row: ProductTeaserRow): ProductTeaser {
  return {
    id: row.id,
    prefix: prefixFrom(row.category),
    name: row.name,
    size: row.size,
    priceCents: centsFrom(row.price),
    discountPriceCents: row.discount_price === null ? null : centsFrom(row.discount_price),
    image: row.img1,
  };
}

export function productFromRow(row: ProductRow): Product {
  return {
    ...productTeaserFromRow(row),
    descriptionHeader: row.description_header,
    description: row.description,
    secondImage: row.img2 || null,
  };
}

/** Amounts travel as numbers with two decimals: 8.49 is 849 cents, although 8.49 * 100 is not. */
export function centsFrom(amount: number): number {
  return Math.round(amount * 100);
}

/** What the shopper pays for one. */
export function currentPriceCents(product: Pick<ProductTeaser, "priceCents" | "discountPriceCents">): number {
  return product.discountPriceCents ?? product.priceCents;
}

export function productPath(product: Pick<ProductTeaser, "prefix" | "id">): string {
  return `/products/${product.prefix}/${product.id}`;
}

export function prefixFrom(category: string): CategoryPrefix {
  const found = findCategory(category);
  if (!found) throw new Error(`Unknown category ${category}.`);
  return found.prefix as CategoryPrefix;
}
