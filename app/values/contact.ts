/** Whether the text looks like an e-mail address that mail can reach: a name, and a domain with a dot in it. */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(text);
}

/** What people write between the digits, or the country's own 1 before them. */
const BETWEEN_DIGITS = /[\s.()+/\-‐-―]+/g;

/**
 * The ten digits of a phone number in any form that is usual in the United States, such as (281) 555-0123,
 * 281.555.0123 or +1 281 555 0123; null when it is none. `private.phone_digits` of the database says the same.
 */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replaceAll(BETWEEN_DIGITS, "").replace(/^1(?=[0-9]{10}$)/, "");
  return /^[0-9]{10}$/.test(digits) ? digits : null;
}

/** A phone number as it is read out; what is none stays as it is. */
export function phoneText(phone: string): string {
  return phoneDigits(phone)?.replace(/^(...)(...)(....)$/, "($1) $2-$3") ?? phone;
}

/** What a telephone takes: digits, with the country in front. */
export function phoneAddress(phone: string): string {
  const digits = phoneDigits(phone);
  return digits ? `tel:+1${digits}` : `tel:${phone.replaceAll(/[^\d+]/g, "")}`;
}

/** What sends a text message to it. */
export function textAddress(phone: string): string {
  return phoneAddress(phone).replace(/^tel:/, "sms:");
}

/** A number with its country's code as the auth service takes it, such as +12815550123; null for none. */
export function internationalNumber(text: string): string | null {
  const number = text.replaceAll(/[\s().-]/g, "");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
