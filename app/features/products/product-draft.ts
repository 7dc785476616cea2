import type { CategoryView } from "#app/features/catalogue/categories.ts";
import {
  ALLERGENS,
  type Allergen,
  type Availability,
  type Product,
  type ProductAttributes,
  type StorageKind,
} from "#app/features/catalogue/product.ts";
import { STORAGE } from "#app/features/catalogue/product-attributes.ts";
import { t } from "#app/messages/t.ts";
import type { InsertedRow } from "#app/platform/selected-row.ts";
import type { Amount } from "#app/values/amount.ts";
import { amountFromText } from "#app/values/amount-text.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, centsTyped, moneyProblem } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { poundsTyped } from "#app/values/typed-pounds.ts";
import { type ItemValues, itemProblems, readItem } from "./item-values.ts";
import { type ProductTexts, readTexts, textColumns, tooLongTexts } from "./product-texts.ts";
import { amountProblem, countProblem, readSizeDrafts, type SizeDraft, sizeProblems } from "./size-draft.ts";
import { availabilityFrom, countTyped } from "./typed-stock.ts";

/** Parsed values of the product form, not yet validated: the database decides. */
export interface ProductDraft extends ProductAttributes, ProductTexts {
  /** Null when nothing was typed. */
  priceCents: number | null;
  priceText: string;
  discountPriceCents: number | null;
  discountPriceText: string;
  availability: Availability;
  /** Quantity left of a counted product. Null when no whole number was typed, or none is needed. */
  stockCount: number | null;
  storage: StorageKind | null;
  poundsEachText: string;
  /** Null: sold by the piece. */
  poundsEach: number | null;
  toleranceText: string;
  /** Whether SNAP EBT pays for it; null: as its category. */
  snap: Product["snap"];
  amountText: string;
  /** Null when nothing was typed, or no amount. */
  amount: Amount | null;
  sizes: SizeDraft[];
  item: ItemValues;
}

export function readProductDraft(form: FormData): ProductDraft {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const availability = availabilityFrom(text("availability"));
  return {
    ...readTexts(text),
    priceCents: centsTyped(text("price")),
    priceText: text("price"),
    discountPriceCents: centsTyped(text("discount_price")),
    discountPriceText: text("discount_price"),
    availability,
    stockCount: availability === "counted" ? countTyped(text("stock_count")) : null,
    storage: storageFrom(text("storage")),
    poundsEachText: text("pounds_each"),
    poundsEach: readPounds(text("pounds_each")),
    toleranceText: text("weight_tolerance"),
    snap: snapFrom(text("snap")),
    amountText: text("amount"),
    amount: amountFromText(text("amount")),
    sizes: readSizeDrafts(form),
    item: readItem(text),
    contains: allergensWith(text, "contains"),
    mayContain: allergensWith(text, "may_contain"),
    heatLevel: text("heat_level") === "" ? null : Number(text("heat_level")),
  };
}

/** Returns messages by field name, for values that are saved after the product itself. */
export function draftProblems(draft: ProductDraft): Record<string, string> {
  const [price, discountPrice] = [moneyProblem(draft.priceText), moneyProblem(draft.discountPriceText)];
  return {
    ...(price ? { price } : {}),
    ...(discountPrice ? { discount_price: discountPrice } : {}),
    ...(draft.amountText !== "" && draft.amount === null ? { amount: amountProblem() } : {}),
    ...(draft.poundsEachText !== "" && draft.poundsEach === null
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

/** Percent; the default of the column, too. */
export const USUAL_TOLERANCE = 10;

/** The column has two decimal places. */
function readPounds(text: string): number | null {
  const pounds = poundsTyped(text);
  return pounds === null ? null : Math.round(pounds * 100) / 100 || null;
}

/** Returns the percent that was typed, the usual one for nothing; null if it is no tolerance. */
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

/** Returns the columns that the form writes, without images. */
export function productDraftRow(draft: ProductDraft): InsertedRow<CategoryView> {
  return {
    ...textColumns(draft),
    name: draft.name,
    // A missing price is null, which the database rejects.
    price: amountOf(draft.priceCents) as number,
    discount_price: amountOf(draft.discountPriceCents),
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

function amountOf(cents: number | null): number | null {
  return cents === null ? null : amountFrom(cents);
}

const CHECK_VIOLATION = "23514";
const NOT_NULL_VIOLATION = "23502";
const NUMBER_TOO_LARGE = "22003";
const NOT_ALLOWED = "42501";
/** PGRST301 to PGRST303: the session has run out. */
const BAD_TOKEN = "PGRST30";

/** Explains an error of the database. Its code tells the kind of rule; the values tell which one. */
export function explainRejection(code: string, draft: ProductDraft): string {
  if (code === NOT_NULL_VIOLATION || code === CHECK_VIOLATION) {
    return brokenRules(draft).join(" ") || t("Some values are not valid. Check the form.");
  }
  if (code === NUMBER_TOO_LARGE) return t("The price is too large.");
  if (code === NOT_ALLOWED || code.startsWith(BAD_TOKEN)) return t("Only admins can change products. Log in again.");
  return t("We couldn't reach the store. Try again.");
}

function brokenRules(draft: ProductDraft): string[] {
  const { priceCents, discountPriceCents } = draft;
  const rules: [boolean, string][] = [
    [draft.name === "", t("The item needs a name.")],
    ...tooLongTexts(draft).map((message): [boolean, string] => [true, message]),
    [priceCents === null, t("The item needs a price.")],
    [(priceCents ?? 0) < 0 || (discountPriceCents ?? 0) < 0, t("A price cannot be negative.")],
    [
      priceCents !== null && discountPriceCents !== null && discountPriceCents >= priceCents,
      t("The discount price must be below the price."),
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
}
