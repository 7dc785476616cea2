import { t } from "#app/messages/t.ts";
import { decimalTyped } from "./decimal.ts";

/** Money is a whole number of cents between the edges of the program; here it becomes something else, or from it. */

/** "$1,289.50" for 128950. */
export function moneyText(cents: number, currency = "USD"): string {
  if (currency !== "USD") return formatOf(currency).format(cents / 100);
  // Shared, because every page formats prices and an Intl.NumberFormat is slow to create.
  const amount = Math.abs(Math.round(cents));
  const dollars = String(Math.floor(amount / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${String(amount % 100).padStart(2, "0")}`;
}

/** "$100" rather than "$100.00": in a sentence, where it is a promise and not a price. */
export function priceWords(cents: number): string {
  return moneyText(cents).replace(/\.00$/, "");
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-US", { style: "currency", currency });
  formats.set(currency, format);
  return format;
}

/** Amounts travel as numbers with two decimals: 8.49 is 849 cents, although 8.49 * 100 is not. */
export function centsFrom(amount: number): number {
  return Math.round(amount * 100);
}

/** Returns dollars for columns and calls: 849 cents are 8.49. */
export function amountFrom(cents: number): number {
  return cents / 100;
}

/** Reads a typed amount in cents, as `decimalTyped` does: "8.49" is 849; `null` for nothing and for no amount. */
export function centsTyped(text: string): number | null {
  const amount = decimalTyped(text);
  return amount === null ? null : centsFrom(amount);
}

/** The message for a typed amount that cannot be read; none for an empty field. */
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
