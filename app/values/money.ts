import { t } from "#app/messages/t.ts";
import { decimalTyped } from "./decimal.ts";

/** The code computes money in whole cents. These functions convert it to and from other formats. */

/** Returns "$1,289.50" for 128950. */
export function moneyText(cents: number, currency = "USD"): string {
  if (currency !== "USD") return formatOf(currency).format(cents / 100);
  // Formats US dollars without Intl.NumberFormat, which is slow to create, because every page formats prices.
  const amount = Math.abs(Math.round(cents));
  const dollars = String(Math.floor(amount / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${String(amount % 100).padStart(2, "0")}`;
}

/** Returns an amount for a sentence, such as "$100" rather than "$100.00". */
export function priceWords(cents: number): string {
  return moneyText(cents).replace(/\.00$/, "");
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  formats.set(currency, format);
  return format;
}

/** A number, or null where the given amount may be null. */
type Converted<Given> = number | Extract<Given, null>;

/** Converts dollars of the database or an API to cents. Rounding is needed: 8.49 * 100 is not exactly 849. */
export function centsFrom<Amount extends number | null>(amount: Amount): Converted<Amount> {
  return (amount === null ? null : Math.round(amount * 100)) as Converted<Amount>;
}

/** Converts cents to dollars for columns and function calls: 849 becomes 8.49. */
export function amountFrom<Cents extends number | null>(cents: Cents): Converted<Cents> {
  return (cents === null ? null : cents / 100) as Converted<Cents>;
}

/**
 * Parses a typed amount as cents, by the rules of `decimalTyped`: "8.49" is 849; `null` for an empty or invalid text.
 */
export function centsTyped(text: string): number | null {
  return centsFrom(decimalTyped(text));
}

/** Returns the message for an invalid amount; undefined for an empty field. */
export function moneyProblem(text: string): string | undefined {
  const typed = text.trim();
  return typed === "" || centsTyped(typed) !== null
    ? undefined
    : t("“{typed}” is not an amount. Enter dollars and cents, such as 4.99.", { typed });
}

/** Returns the text of a price field: 850 cents are "8.50", null is empty. */
export function amountText(cents: number | null): string {
  return cents === null ? "" : amountFrom(cents).toFixed(2);
}
