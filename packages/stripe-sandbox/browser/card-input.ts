import { cardBrand, digitsOf, hasValidCheckDigit, isAmex } from "../card-number.ts";

/** Input of the sandbox's card field, and its validation. */
export type CardInput = { number: string; expiry: string; cvc: string };

export type CardInputField = keyof CardInput;

export type CardInputError = { field: CardInputField; code: string; message: string };

/** Formats the number in groups of four, as on the card; for American Express in groups of 4, 6 and 5. */
export function formatCardNumber(typed: string): string {
  const digits = digitsOf(typed);
  const groups = isAmex(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let place = 0;
  for (const size of groups) {
    if (place < digits.length) parts.push(digits.slice(place, place + size));
    place += size;
  }
  return parts.join(" ");
}

/** Formats as `12 / 34`. A first digit of 2 to 9 is a one-digit month. */
export function formatExpiry(typed: string): string {
  let digits = digitsOf(typed);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  const month = digits.slice(0, 2);
  // 12/2034 is accepted as 12/34.
  const year = /^20\d\d/.test(digits.slice(2)) ? digits.slice(4, 6) : digits.slice(2, 4);
  if (digits.length > 2) return `${month} / ${year}`;
  return digits.length === 2 && typed.includes("/") ? `${month} / ` : month;
}

export function formatCvc(typed: string): string {
  return digitsOf(typed).slice(0, 4);
}

/** Returns the first error, with Stripe.js's message, or null if the card can be sent. */
export function findCardError(input: CardInput, today: Date): CardInputError | null {
  return findNumberError(input.number) ?? findExpiryError(input.expiry, today) ?? findCvcError(input);
}

export function findNumberError(number: string): CardInputError | null {
  const digits = digitsOf(number);
  const needed = isAmex(digits) ? 15 : cardBrand(digits) === "diners" ? 14 : 16;
  if (digits.length < needed) {
    return { field: "number", code: "incomplete_number", message: "Your card number is incomplete." };
  }
  if (!hasValidCheckDigit(digits)) {
    return { field: "number", code: "invalid_number", message: "Your card number is invalid." };
  }
  return null;
}

export function findExpiryError(expiry: string, today: Date): CardInputError | null {
  const digits = digitsOf(expiry);
  const month = Number(digits.slice(0, 2));
  if (digits.length < 4 || month < 1 || month > 12) {
    return { field: "expiry", code: "incomplete_expiry", message: "Your card's expiration date is incomplete." };
  }
  const year = 2000 + Number(digits.slice(2, 4));
  if (year < today.getFullYear()) {
    return {
      field: "expiry",
      code: "invalid_expiry_year_past",
      message: "Your card's expiration year is in the past.",
    };
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return {
      field: "expiry",
      code: "invalid_expiry_month_past",
      message: "Your card's expiration date is in the past.",
    };
  }
  return null;
}

export function findCvcError({ number, cvc }: CardInput): CardInputError | null {
  const needed = isAmex(digitsOf(number)) ? 4 : 3;
  if (digitsOf(cvc).length >= needed) return null;
  return { field: "cvc", code: "incomplete_cvc", message: "Your card's security code is incomplete." };
}

/** Returns the parameters that Stripe.js sends with a confirmation. */
export function cardParameters(input: CardInput): Record<string, string> {
  const expiry = digitsOf(input.expiry);
  return {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": digitsOf(input.number),
    "payment_method_data[card][exp_month]": expiry.slice(0, 2),
    "payment_method_data[card][exp_year]": expiry.slice(2, 4),
    "payment_method_data[card][cvc]": digitsOf(input.cvc),
  };
}
