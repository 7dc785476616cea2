import type { SelectedRow } from "#app/platform/selected-row.ts";
import type { Amount } from "#app/values/amount.ts";
import { centsFrom } from "#app/values/money.ts";
import type { CategoryPrefix, CategoryView } from "./categories.ts";
import { type ProductSize, type ProductSizeRow, productSizeFromRow } from "./product-size.ts";

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
  /** How much one of it is; null when nobody said. */
  amount: Amount | null;
  /** How it is kept; null when nobody said. */
  storage: StorageKind | null;
  /** In their order; empty for what comes in one size only. */
  sizes: readonly ProductSize[];
}

export type StorageKind = "shelf" | "chilled" | "frozen";

/** The nine major allergens of US law, as the database lists them. */
export const ALLERGENS = [
  "milk",
  "egg",
  "fish",
  "crustacean_shellfish",
  "tree_nut",
  "peanut",
  "wheat",
  "soy",
  "sesame",
] as const;

export type Allergen = (typeof ALLERGENS)[number];

/** What is known of a product beside its description; empty where nobody said. */
export interface ProductFacts {
  alsoCalled: string;
  origin: string;
  ingredients: string;
  contains: readonly Allergen[];
  mayContain: readonly Allergen[];
  fibre: string;
  care: string;
  /** From 1 (mild) to 5 (very hot). */
  heatLevel: number | null;
}

/** As many as are wanted, none, or as many as are counted. */
export type Availability = "available" | "sold_out" | "counted";

export interface Product extends ProductTeaser, ProductFacts {
  descriptionHeader: string;
  description: string;
  secondImage: string | null;
  availability: Availability;
}

export const TEASER_COLUMNS =
  "id,category,name,size,price,discount_price,img1,is_sold_out,amount,unit,storage,sizes";
export const PRODUCT_COLUMNS =
  `${TEASER_COLUMNS},description_header,description,img2,availability,also_called,origin,ingredients,contains,may_contain,fibre,care,heat_level` as const;

/** Rows of a category's view, as the data service writes them. */
type ProductTeaserRow = SelectedRow<CategoryView, typeof TEASER_COLUMNS>;
export type ProductRow = SelectedRow<CategoryView, typeof PRODUCT_COLUMNS>;

export function productTeaserFromRow(row: ProductTeaserRow): ProductTeaser {
  const prices = {
    priceCents: centsFrom(row.price),
    discountPriceCents: row.discount_price === null ? null : centsFrom(row.discount_price),
  };
  const amount = row.amount !== null && row.unit !== null ? { value: row.amount, unit: row.unit } : null;
  return {
    id: row.id,
    prefix: row.category,
    name: row.name,
    size: row.size,
    ...prices,
    image: row.img1,
    isSoldOut: row.is_sold_out,
    amount,
    storage: row.storage,
    sizes: (row.sizes as ProductSizeRow[]).map((size) => productSizeFromRow(size, { ...prices, amount })),
  };
}

export function productFromRow(row: ProductRow): Product {
  return {
    ...productTeaserFromRow(row),
    descriptionHeader: row.description_header,
    description: row.description,
    secondImage: row.img2 || null,
    availability: row.availability,
    alsoCalled: row.also_called,
    origin: row.origin,
    ingredients: row.ingredients,
    contains: row.contains as Allergen[],
    mayContain: row.may_contain as Allergen[],
    fibre: row.fibre,
    care: row.care,
    heatLevel: row.heat_level,
  };
}

/** What the shopper pays for one. */
export function currentPriceCents(product: Pick<ProductTeaser, "priceCents" | "discountPriceCents">): number {
  return product.discountPriceCents ?? product.priceCents;
}

export function productPath(product: Pick<ProductTeaser, "prefix" | "id">): string {
  return `/products/${product.prefix}/${product.id}`;
}
