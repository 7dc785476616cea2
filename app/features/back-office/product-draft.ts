import type { CategoryView } from "#app/features/catalogue/categories.ts";
import type { Availability } from "#app/features/catalogue/product.ts";
import type { InsertedRow } from "#app/platform/selected-row.ts";
import { amountFrom, centsTyped } from "#app/values/money.ts";

/** What the product form says, read but not judged: the database has the last word. */
export interface ProductDraft {
  name: string;
  descriptionHeader: string;
  description: string;
  size: string;
  /** Null when nothing was typed. */
  priceCents: number | null;
  discountPriceCents: number | null;
  availability: Availability;
  /** How many are left of a counted product. Null when no whole number was typed, or none is needed. */
  stockCount: number | null;
}

export function readProductDraft(form: FormData): ProductDraft {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const availability = availabilityFrom(text("availability"));
  return {
    name: text("name"),
    descriptionHeader: text("description_header"),
    description: text("description"),
    size: text("size"),
    priceCents: centsTyped(text("price")),
    discountPriceCents: centsTyped(text("discount_price")),
    availability,
    stockCount: availability === "counted" ? countTyped(text("stock_count")) : null,
  };
}

/** The columns that the form writes, pictures aside. */
export function productDraftRow(draft: ProductDraft): InsertedRow<CategoryView> {
  return {
    name: draft.name,
    description_header: draft.descriptionHeader,
    description: draft.description,
    size: draft.size,
    // One that was not typed goes as null: the database says no.
    price: amountOf(draft.priceCents) as number,
    discount_price: amountOf(draft.discountPriceCents),
    availability: draft.availability,
  };
}

/** A whole number from 0 to a million; anything else is null. */
export function countTyped(text: string): number | null {
  const typed = text.trim();
  return /^\d{1,7}$/.test(typed) && Number(typed) <= MOST_IN_STOCK ? Number(typed) : null;
}

const MOST_IN_STOCK = 1_000_000;

function availabilityFrom(text: string): Availability {
  return text === "sold_out" || text === "counted" ? text : "available";
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

/**
 * The database's refusal in plain words. Its code says what kind of rule was broken; which one is found
 * by looking at what was typed.
 */
export function explainRefusal(code: string, draft: ProductDraft): string {
  if (code === NOT_NULL_VIOLATION || code === CHECK_VIOLATION) {
    return brokenRules(draft).join(" ") || "Something in the form was not accepted.";
  }
  if (code === NUMBER_TOO_LARGE) return "The price is too large.";
  if (code === NOT_ALLOWED || code.startsWith(BAD_TOKEN))
    return "Only an admin may change the catalogue. Please log in again.";
  return "The shop could not be reached or did not answer. Please try again.";
}

function brokenRules(draft: ProductDraft): string[] {
  const { priceCents, discountPriceCents } = draft;
  const rules: [boolean, string][] = [
    [draft.name === "", "The item needs a name."],
    [draft.name.length > 200, "The name is longer than 200 characters."],
    [draft.descriptionHeader.length > 200, "The description header is longer than 200 characters."],
    [draft.description.length > 5000, "The description is longer than 5000 characters."],
    [draft.size.length > 100, "The size is longer than 100 characters."],
    [priceCents === null, "The item needs a price."],
    [(priceCents ?? 0) < 0 || (discountPriceCents ?? 0) < 0, "A price cannot be negative."],
    [
      priceCents !== null && discountPriceCents !== null && discountPriceCents >= priceCents,
      "The discount price must be below the price.",
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message);
}
