import { type CategoryPrefix, findCategory } from "./categories.ts";

export interface Product {
  id: number;
  prefix: CategoryPrefix;
  name: string;
  descriptionHeader: string;
  description: string;
  size: string;
  priceCents: number;
  /** Always below the price. */
  discountPriceCents: number | null;
  image: string;
  secondImage: string | null;
}

/** A row of a category's view, as the data service writes it. */
export interface ProductRow {
  id: number;
  category: string;
  name: string;
  description_header: string;
  description: string;
  size: string;
  price: number;
  discount_price: number | null;
  img1: string;
  img2: string | null;
}

export const PRODUCT_COLUMNS =
  "id,category,name,description_header,description,size,price,discount_price,img1,img2";

export function productFromRow(row: ProductRow): Product {
  return {
    id: row.id,
    prefix: prefixFrom(row.category),
    name: row.name,
    descriptionHeader: row.description_header,
    description: row.description,
    size: row.size,
    priceCents: centsFrom(row.price),
    discountPriceCents: row.discount_price === null ? null : centsFrom(row.discount_price),
    image: row.img1,
    secondImage: row.img2 || null,
  };
}

/** Amounts travel as numbers with two decimals: 8.49 is 849 cents, although 8.49 * 100 is not. */
export function centsFrom(amount: number): number {
  return Math.round(amount * 100);
}

/** What the shopper pays for one. */
export function currentPriceCents(product: Pick<Product, "priceCents" | "discountPriceCents">): number {
  return product.discountPriceCents ?? product.priceCents;
}

export function productPath(product: Pick<Product, "prefix" | "id">): string {
  return `/products/${product.prefix}/${product.id}`;
}

function prefixFrom(category: string): CategoryPrefix {
  const found = findCategory(category);
  if (!found) throw new Error(`Unknown category ${category}.`);
  return found.prefix as CategoryPrefix;
}
