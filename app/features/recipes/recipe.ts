import { defaultChoiceIds, missingGroup } from "#app/features/catalog/choice-groups.ts";
import {
  currentPriceCents,
  PREVIEW_COLUMNS,
  type ProductSummary,
  productSummaryFromRow,
} from "#app/features/catalog/product.ts";
import { offerShown, type ProductSize } from "#app/features/catalog/product-size.ts";
import type { FindText } from "#app/features/translations/content-texts.ts";
import { translateSummary } from "#app/features/translations/translated-products.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { type Amount, packsIn } from "#app/values/amount.ts";

/** Only admins can read products that are no longer for sale. */
export const RECIPE_LINE_COLUMNS =
  `amount,unit,packs,sizeId:size_id,product:products!inner(${PREVIEW_COLUMNS},archived_at)` as const;

/** Product of a recipe, with its amount for all servings. */
export type RecipeLine = ReturnType<typeof recipeLineFromRow>;

export function recipeLineFromRow(row: SelectedRow<"article_products", typeof RECIPE_LINE_COLUMNS>) {
  const { archived_at: archivedAt, ...teaser } = row.product;
  const product: ProductSummary = productSummaryFromRow(teaser);
  return {
    product,
    isForSale: archivedAt === null,
    /** Size chosen by staff; null if the shopper chooses it, or the product has no sizes. */
    size: product.sizes.find(({ id }) => id === row.sizeId) ?? null,
    /** Also names a size that is no longer for sale. */
    sizeId: row.sizeId,
    /** Null if only packs are known. */
    amount: row.amount !== null && row.unit !== null ? { value: row.amount, unit: row.unit } : null,
    /** May be a fraction; null if it follows from the amount. */
    packs: row.packs,
  };
}

/** Returns whether the shopper has to choose a size. */
export function needsSize({ product, size }: Pick<RecipeLine, "product" | "size">): boolean {
  return product.sizes.length > 0 && size === null;
}

/** Returns whether the shopper has to choose a preparation on the product's page. */
export function needsChoice({ product: { choiceGroups } }: Pick<RecipeLine, "product">): boolean {
  return missingGroup(choiceGroups, defaultChoiceIds(choiceGroups)) !== null;
}

export function isSoldOut({ product, size }: Pick<RecipeLine, "product" | "size">): boolean {
  return product.isSoldOut || (size?.isSoldOut ?? false);
}

/**
 * Returns the number of packages, at least one: enough for the amount, or the number that staff set.
 * @param times the chosen servings divided by the recipe's
 * @param size chosen by the shopper, if the recipe has none
 */
export function packsNeeded(line: RecipeLine, times: number, size: ProductSize | null = line.size): number {
  const pack = size?.amount ?? line.product.amount;
  const packs = (line.amount && pack ? packsIn(line.amount, pack) : null) ?? line.packs ?? 1;
  // Floating-point results may be slightly too high.
  return Math.max(1, Math.ceil(packs * times - 1e-6));
}

/** Returns "2.6 lb", or the number of single products; null if only packages are known. */
export function amountNeeded({ amount }: Pick<RecipeLine, "amount">, times: number): string | null {
  if (!amount) return null;
  const value = amount.value * times;
  const digits = value < 10 ? 100 : 10;
  const rounded = Math.max(1, Math.round(value * digits)) / digits;
  return isCounted(amount) ? String(rounded) : `${rounded} ${amount.unit}`;
}

/** Returns the current price of these packages. */
export function lineCents(line: RecipeLine, times: number): number {
  return currentPriceCents(line.size ?? offerShown(line.product)) * packsNeeded(line, times);
}

const CHOICES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100];
const MAX_TIMES = 4;

/** Returns the servings that a shopper may choose: the recipe's own, fewer, and up to four times as many. */
export function servingChoices(servings: number): number[] {
  const choices = CHOICES.filter((choice) => choice <= MAX_TIMES * servings);
  return [...new Set([...choices, servings])].sort((one, other) => one - other);
}

function isCounted({ unit }: Amount): boolean {
  return unit === "each" || unit === "ct";
}

/** Returns the lines of a recipe with translated products. */
export function translateLines(lines: readonly RecipeLine[], find: FindText): RecipeLine[] {
  return lines.map((line) => {
    const product = translateSummary(line.product, find);
    return { ...line, product, size: product.sizes.find(({ id }) => id === line.size?.id) ?? null };
  });
}
