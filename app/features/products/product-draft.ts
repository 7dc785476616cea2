import type { CategoryView } from "#app/features/catalog/categories.ts";
import { ALLERGENS, type Allergen, type Product, type StorageKind } from "#app/features/catalog/product.ts";
import { STORAGE } from "#app/features/catalog/product-attributes.ts";
import { poundsTyped } from "#app/features/scanning/typed-weight.ts";
import { t } from "#app/messages/t.ts";
import type { InsertedRow } from "#app/platform/selected-row.ts";
import { amountFromText } from "#app/values/amount-text.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { itemProblems, readItem } from "./item-values.ts";
import { readTexts, textColumns, tooLongTexts } from "./product-texts.ts";
import {
  amountProblem,
  availabilityFrom,
  countProblem,
  countTyped,
  readSizeDrafts,
  sizeProblems,
} from "./size-draft.ts";

/** Parsed but unvalidated values of the product form; the database validates them. */
export type ProductDraft = ReturnType<typeof readProductDraft>;

export function readProductDraft(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const availability = availabilityFrom(text("availability"));
  return {
    ...readTexts(text),
    /** Null if nothing was typed. */
    priceCents: centsTyped(text("price")),
    priceText: text("price"),
    discountPriceCents: centsTyped(text("discount_price")),
    discountPriceText: text("discount_price"),
    availability,
    /** Stock of a counted product; null if no valid number was typed, or the product is not counted. */
    stockCount: availability === "counted" ? countTyped(text("stock_count")) : null,
    storage: storageFrom(text("storage")),
    /** Whether it is sold by weight. */
    isWeighed: text("sold_by") === "weight",
    /** Null if sold by the piece. */
    poundsEach: text("sold_by") === "weight" ? readPounds(text("pounds_each")) : null,
    toleranceText: text("weight_tolerance"),
    /** Whether SNAP EBT may pay for it; null for the category's rule. */
    snap: snapFrom(text("snap")),
    amountText: text("amount"),
    /** Null if nothing or an invalid amount was typed. */
    amount: amountFromText(text("amount")),
    sizes: readSizeDrafts(form),
    item: readItem(text),
    /** Groups of choices, in order. */
    groupIds: form.getAll("group").map(Number),
    contains: allergensWith(text, "contains"),
    mayContain: allergensWith(text, "may_contain"),
    heatLevel: text("heat_level") === "" ? null : Number(text("heat_level")),
  };
}

/** Returns error messages by field name. */
export function draftProblems(draft: ProductDraft): Record<string, string> {
  const { priceCents, discountPriceCents } = draft;
  const price =
    draft.priceText === ""
      ? t("The item needs a price.")
      : (moneyProblem(draft.priceText) ?? ((priceCents ?? 0) < 0 ? t("A price cannot be negative.") : undefined));
  const discountPrice =
    moneyProblem(draft.discountPriceText) ??
    (priceCents !== null && discountPriceCents !== null && discountPriceCents >= priceCents
      ? t("The discount price must be below the price.")
      : undefined);
  return {
    ...(draft.name === "" ? { name: t("The item needs a name.") } : {}),
    ...tooLongTexts(draft),
    ...(price ? { price } : {}),
    ...(discountPrice ? { discount_price: discountPrice } : {}),
    ...(draft.amountText !== "" && draft.amount === null ? { amount: amountProblem() } : {}),
    ...(draft.isWeighed && draft.poundsEach === null
      ? { pounds_each: t("Enter a weight in pounds, such as 5 or 0.5.") }
      : {}),
    ...(toleranceFrom(draft.toleranceText) === null
      ? { weight_tolerance: t("Enter a whole number of percent from 0 to 50.") }
      : {}),
    ...(draft.availability === "counted" && draft.stockCount === null ? { stock_count: countProblem() } : {}),
    ...sizeProblems(draft.sizes),
    ...itemProblems(draft.item),
  };
}

/** In percent; same as the default of the column. */
export const USUAL_TOLERANCE = 10;

/** Rounds to the column's two decimal places. */
function readPounds(text: string): number | null {
  const pounds = poundsTyped(text);
  return pounds === null ? null : Math.round(pounds * 100) / 100 || null;
}

/** Returns the typed percentage, the default for an empty text, or null for an invalid one. */
export function toleranceFrom(text: string): number | null {
  if (text === "") return USUAL_TOLERANCE;
  const percent = wholeNumberTyped(text);
  return percent !== null && percent <= 50 ? percent : null;
}

function allergensWith(text: (name: string) => string, word: string): Allergen[] {
  return ALLERGENS.filter((allergen) => text(`allergen_${allergen}`) === word);
}

function storageFrom(text: string): StorageKind | null {
  return isKeyOf(STORAGE, text) ? text : null;
}

function snapFrom(text: string): Product["snap"] {
  return text === "yes" || text === "no" ? text : null;
}

/** Returns the columns that the form writes, without those of images. */
export function productDraftRow(draft: ProductDraft): InsertedRow<CategoryView> {
  return {
    ...textColumns(draft),
    name: draft.name,
    // A missing price becomes null, which the database rejects.
    price: amountFrom(draft.priceCents) as number,
    discount_price: amountFrom(draft.discountPriceCents),
    availability: draft.availability,
    storage: draft.storage,
    contains: [...draft.contains],
    may_contain: [...draft.mayContain],
    heat_level: draft.heatLevel,
    pounds_each: draft.poundsEach,
    weight_tolerance: toleranceFrom(draft.toleranceText) ?? USUAL_TOLERANCE,
    snap: draft.snap,
    amount: draft.amount?.value ?? null,
    unit: draft.amount?.unit ?? null,
  };
}

const CHECK_VIOLATION = "23514";
const NOT_NULL_VIOLATION = "23502";
const NUMBER_TOO_LARGE = "22003";
const NOT_ALLOWED = "42501";
/** Prefix of PGRST301 to PGRST303: the session has expired. */
const BAD_TOKEN = "PGRST30";

/** Returns the message for a database error. */
export function explainRejection(code: string): string {
  if (code === NOT_NULL_VIOLATION || code === CHECK_VIOLATION) return t("Some values are not valid. Check the form.");
  if (code === NUMBER_TOO_LARGE) return t("The price is too large.");
  if (code === NOT_ALLOWED || code.startsWith(BAD_TOKEN)) return t("Only admins can change products. Log in again.");
  return t("We couldn't reach the store. Try again.");
}
