/**
 * Returns whether the text looks like an email address: a name, and a domain with a dot in it. Forms also reject the
 * characters of lists and names, such as a comma at the end, which mail servers reject.
 */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(text) && !/["(),:;<>[\]\\]/.test(text);
}

/** Separators between the digits, including the invisible characters that are pasted with a number. */
const BETWEEN_DIGITS = /[\s.()/\-‐-―\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;

/**
 * Returns the ten digits of a US phone number in any common format, such as (281) 555-0123, 281.555.0123 or +1 281 555
 * 0123; null for any other text. Same rules as `private.phone_digits`.
 */
export function phoneDigits(typed: string): string | null {
  return /^(?:\+?1)?([0-9]{10})$/.exec(typed.replaceAll(BETWEEN_DIGITS, ""))?.[1] ?? null;
}

/** Formats a US phone number for display; any other text is returned unchanged. */
export function phoneText(phone: string): string {
  return phoneDigits(phone)?.replace(/^(...)(...)(....)$/, "($1) $2-$3") ?? phone;
}

/** Returns a tel: URL with the country code; undefined, for no link, if the text has no digits. */
export function phoneAddress(phone: string): string | undefined {
  const digits = phoneDigits(phone);
  if (digits) return `tel:+1${digits}`;
  return /\d/.test(phone) ? `tel:${phone.replaceAll(/[^\d+]/g, "")}` : undefined;
}

/** Returns the sms: link of a phone number. */
export function textAddress(phone: string): string | undefined {
  return phoneAddress(phone)?.replace(/^tel:/, "sms:");
}

/**
 * Returns a link that opens a WhatsApp chat with this number and a prefilled text:
 * https://faq.whatsapp.com/5913398998672934
 */
export function whatsappAddress(number: string, text = ""): string {
  const query = text === "" ? "" : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replaceAll(/\D/g, "")}${query}`;
}

/** Returns a number with country code as the auth service expects it, such as +12815550123; null if it is none. */
export function internationalNumber(text: string): string | null {
  const number = text.replaceAll(BETWEEN_DIGITS, "");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
