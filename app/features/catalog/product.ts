import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import type { Translatable } from "#app/values/untranslated.ts";
import type { CategoryView } from "./categories.ts";
import { type ChoiceGroupRow, choiceGroupFromRow, leastChoicesCents } from "./choice-groups.ts";
import { fewLeft, type ProductSizeRow, pricesOf, productSizeFromRow, weightAmount } from "./product-size.ts";
import { type QuantityPriceRow, quantityPriceFromRow } from "./quantity-price.ts";

/** Columns of a product card, as `property:column` where the two names differ. */
export const PREVIEW_COLUMNS = `
  id,
  prefix:category,
  name,
  size,
  image:img1,
  isSoldOut:is_sold_out,
  isSnapEligible:is_snap_eligible,
  few_left,
  storage,
  price,
  discount_price,
  amount,
  unit,
  sizes,
  choice_groups,
  pounds_each,
  weight_tolerance,
  quantity_prices`;

/** Columns of a product page. To add a field, add a line here. */
export const PRODUCT_COLUMNS = `${PREVIEW_COLUMNS},
  descriptionHeader:description_header,
  description,
  imageAlt:img1_alt,
  secondImage:img2,
  secondImageAlt:img2_alt,
  availability,
  alsoCalled:also_called,
  origin,
  ingredients,
  contains,
  mayContain:may_contain,
  fibre,
  care,
  heatLevel:heat_level,
  snap` as const;

/** Columns of each additional image in `product_pictures`. */
export const ADDITIONAL_IMAGE_COLUMNS = "address, alt";

/** `alt` is the alternative text; if empty, the product's name is used. */
export type ProductPicture = { address: string; alt: string };

type ProductSummaryRow = SelectedRow<CategoryView, typeof PREVIEW_COLUMNS>;
export type ProductRow = SelectedRow<CategoryView, typeof PRODUCT_COLUMNS>;

/** Product data for a card. */
export type ProductSummary = ReturnType<typeof productSummaryFromRow<ProductSummaryRow>> & Translatable;
export type Product = ReturnType<typeof productFromRow> & Translatable;
export type StorageKind = NonNullable<ProductSummary["storage"]>;

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

/** Whether the stock is unlimited, sold out, or limited by a count. */
export type Availability = Product["availability"];

/**
 * Returns the product data for a card from its row. Prices are in cents; a discount price is always below the price,
 * and those of a product sold by weight are the most that one can cost. Unknown values are null.
 */
export function productSummaryFromRow<Row extends ProductSummaryRow>(row: Row) {
  const {
    price,
    discount_price,
    amount: value,
    unit,
    sizes,
    choice_groups,
    pounds_each,
    weight_tolerance,
    quantity_prices,
    few_left,
    ...rest
  } = row;
  const weight = pounds_each === null ? undefined : { poundsEach: pounds_each, tolerancePercent: weight_tolerance };
  const amount = weight ? weightAmount(weight) : value !== null && unit !== null ? { value, unit } : null;
  const prices = pricesOf({ priceCents: centsFrom(price), discountPriceCents: centsFrom(discount_price) }, weight);
  const choiceGroups = (choice_groups as ChoiceGroupRow[]).map(choiceGroupFromRow);
  return {
    ...rest,
    ...prices,
    ...fewLeft(few_left),
    amount,
    /** In display order; empty for a product without sizes. */
    sizes: (sizes as ProductSizeRow[]).map((size) => productSizeFromRow(size, { ...prices, amount })),
    /** Current prices by quantity, fewest pieces first; empty for a product sold by weight. */
    quantityPrices: weight ? [] : (quantity_prices as QuantityPriceRow[]).map(quantityPriceFromRow),
    /** Groups of choices, such as its cut, in order. */
    choiceGroups,
    /** Lowest added price of the choices, in cents. */
    addedCents: leastChoicesCents(choiceGroups),
  };
}

export function productFromRow(row: ProductRow, additionalImages: readonly ProductPicture[] = []) {
  const { imageAlt, secondImage, secondImageAlt, ...rest } = row;
  return {
    ...productSummaryFromRow(rest),
    pictures: picturesFromRow(row, additionalImages),
    contains: row.contains as Allergen[],
    mayContain: row.mayContain as Allergen[],
  };
}

/** Returns the images in order, the card's image first, without duplicates. */
export function picturesFromRow(
  row: Pick<ProductRow, "image" | "imageAlt" | "secondImage" | "secondImageAlt">,
  further: readonly ProductPicture[],
): ProductPicture[] {
  const named = [
    { address: row.image, alt: row.imageAlt },
    { address: row.secondImage ?? "", alt: row.secondImageAlt },
    ...further,
  ];
  return named.filter(
    ({ address }, place) => address !== "" && named.findIndex((other) => other.address === address) === place,
  );
}

/** Returns the current price of one, in cents. */
export function currentPriceCents(product: Pick<ProductSummary, "priceCents" | "discountPriceCents">): number {
  return product.discountPriceCents ?? product.priceCents;
}

export function productPath(product: Pick<ProductSummary, "prefix" | "id">): string {
  return `/products/${product.prefix}/${product.id}`;
}
