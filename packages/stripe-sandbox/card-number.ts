/** Returns the digits of a card number, which may be typed with spaces and dashes. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** Stripe's brand names; `unknown` if the first digits do not identify one. */
export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";

export function cardBrand(number: string): CardBrand {
  const digits = digitsOf(number);
  if (isAmex(digits)) return "amex";
  if (/^4/.test(digits)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "mastercard";
  if (/^(6011|65|64[4-9])/.test(digits)) return "discover";
  if (/^(30|36|38)/.test(digits)) return "diners";
  if (/^35/.test(digits)) return "jcb";
  if (/^62/.test(digits)) return "unionpay";
  return "unknown";
}

export function isAmex(digits: string): boolean {
  return /^3[47]/.test(digits);
}

/** Checks the last digit of a card number (Luhn algorithm). */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
