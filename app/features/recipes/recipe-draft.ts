import type { ProductSummary } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { type Amount, packsIn } from "#app/values/amount.ts";
import { amountFromText, amountInWords } from "#app/values/amount-text.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import type { RecipeLine } from "./recipe.ts";

/** Values of the recipe form. */
export type RecipeDraft = ReturnType<typeof readRecipeDraft>;

export const MAX_LINES = 50;
const MAX_SERVINGS = 100;
const MAX_PACKS = 99;

/** Returns the name of a product's form field. */
export function lineField(productId: number, name: "amount" | "packs" | "size"): string {
  return `line_${productId}_${name}`;
}

export function readRecipeDraft(form: FormData, products: readonly ProductSummary[]) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const servingsText = text("servings");
  return {
    servingsText,
    /** Null if the article is not a recipe. */
    servings: wholeNumber(servingsText, MAX_SERVINGS),
    lines: products.map((product) => {
      const amountText = text(lineField(product.id, "amount"));
      const packsText = text(lineField(product.id, "packs"));
      const size = text(lineField(product.id, "size"));
      return {
        product,
        sizeId: size === "" ? null : Number(size),
        amountText,
        amount: amountTyped(amountText),
        packsText,
        packs: packsTyped(packsText),
      };
    }),
  };
}

/** Returns error messages by field name. */
export function recipeProblems({ servingsText, servings, lines }: RecipeDraft): Record<string, string> {
  const problems: Record<string, string> = {};
  if (servingsText !== "" && servings === null) {
    problems["servings"] = t("Enter a whole number from 1 to {count}, or leave this empty.", { count: MAX_SERVINGS });
  }
  for (const line of lines) {
    if (line.amountText !== "" && line.amount === null) {
      problems[lineField(line.product.id, "amount")] = t("Enter an amount such as 2 lb, 500 g, or 3.");
    }
    const packs = lineField(line.product.id, "packs");
    if (line.packsText !== "" && line.packs === null) {
      problems[packs] = t("Enter a number up to {count}, such as 2 or 1/2.", { count: MAX_PACKS });
    } else if (line.packs === null && line.amount === null && line.amountText === "") {
      problems[packs] = t("Enter an amount or a number of packs.");
    } else if (line.packs === null && line.amount !== null && !isInPacks(line)) {
      problems[packs] = t("The packs use another unit. Enter a number of packs.");
    }
  }
  return problems;
}

/** Returns the lines for `set_recipe`. */
export function recipeDraftRows(lines: readonly Pick<RecipeLine, "product" | "sizeId" | "amount" | "packs">[]) {
  return lines.map(({ product, sizeId, amount, packs }) => ({
    product_id: product.id,
    size_id: sizeId,
    amount: amount?.value ?? null,
    unit: amount?.unit ?? null,
    packs,
  }));
}

/** Returns whether the page shows the saved values. */
export function isShown(
  { servings, lines }: RecipeDraft,
  shown: { servings: number | null; lines: readonly RecipeLine[] },
): boolean {
  const valuesOf = (
    line: { product: { id: number }; amount: Amount | null; packs: number | null },
    sizeId?: number | null,
  ) => [line.product.id, sizeId ?? null, line.amount?.value ?? null, line.amount?.unit ?? null, line.packs];
  return (
    JSON.stringify([servings, lines.map((line) => valuesOf(line, line.sizeId))]) ===
    JSON.stringify([shown.servings, shown.lines.map((line) => valuesOf(line, line.size?.id))])
  );
}

/** Returns an amount as form text; counted products have no unit. */
export function amountTypedAgain(amount: Amount | null): string {
  if (!amount) return "";
  return amount.unit === "each" ? String(amount.value) : amountInWords(amount);
}

/** Parses an amount such as "2 lb"; a number without a unit is a count. */
function amountTyped(text: string): Amount | null {
  return amountFromText(/^[\d.,]+$/.test(text) ? `${text} each` : text);
}

/**
 * Returns whether the number of packages follows from the amount. If the shopper chooses the size, this must hold for
 * every size.
 */
function isInPacks({ product, sizeId, amount }: RecipeDraft["lines"][number]): boolean {
  const chosen = product.sizes.filter(({ id }) => sizeId === null || id === sizeId);
  const packs = chosen.length > 0 ? chosen : [product];
  return amount !== null && packs.every((pack) => pack.amount !== null && packsIn(amount, pack.amount) !== null);
}

function packsTyped(text: string): number | null {
  const packs = packsFromText(text) ?? 0;
  return packs > 0 && packs <= MAX_PACKS ? packs : null;
}

function wholeNumber(text: string, max: number): number | null {
  const number = wholeNumberTyped(text);
  return number !== null && number >= 1 && number <= max ? number : null;
}

/** Fraction characters with their values, rounded like in the database. */
const SIGNS: Readonly<Record<string, number>> = { "½": 0.5, "⅓": 0.333, "⅔": 0.667, "¼": 0.25, "¾": 0.75, "⅛": 0.125 };
const TENTHS_AND_FIFTHS: Readonly<Record<string, string>> = { "0.1": "1/10", "0.2": "1/5", "0.4": "2/5" };
const DIGITS = 3;

/** Formats a number of packs: "2", "½", "1 ½", or "1/10"; "" for none. */
export function packsText(packs: number | null): string {
  if (packs === null) return "";
  const whole = Math.floor(packs);
  const rest = Number((packs - whole).toFixed(DIGITS));
  if (rest === 0) return String(whole);
  const sign = Object.keys(SIGNS).find((each) => SIGNS[each] === rest) ?? TENTHS_AND_FIFTHS[String(rest)];
  if (sign === undefined) return String(packs);
  return whole === 0 ? sign : `${whole} ${sign}`;
}

/** Parses a number of packs typed as "2", "0.5", "1/2", "½", or "1 ½"; returns null for anything else. */
export function packsFromText(text: string): number | null {
  const parts = /^(?:(\d{1,3})\s*)??(?:(\d{1,3})\s*\/\s*(\d{1,3})|([½⅓⅔¼¾⅛]))$/.exec(text.trim());
  if (!parts) return decimalTyped(text, DIGITS);
  const [, whole = "0", over, under, sign] = parts;
  const fraction = sign === undefined ? Number(over) / Number(under) : (SIGNS[sign] ?? Number.NaN);
  const packs = Number((Number(whole) + fraction).toFixed(DIGITS));
  return Number.isFinite(packs) ? packs : null;
}
