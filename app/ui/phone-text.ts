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
