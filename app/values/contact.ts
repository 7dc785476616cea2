/** Whether the text looks like an e-mail address that mail can reach: a name, and a domain with a dot in it. */
export function isEmailAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(text);
}

/** Separators between the digits, including the invisible marks that are pasted with a number. */
const BETWEEN_DIGITS = /[\s.()/\-‐-―\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;

/**
 * Returns the ten digits of a US phone number in any common form, such as (281) 555-0123, 281.555.0123 or +1 281 555
 * 0123; null for any other text. The same as `private.phone_digits`.
 */
export function phoneDigits(typed: string): string | null {
  return /^(?:\+?1)?([0-9]{10})$/.exec(typed.replaceAll(BETWEEN_DIGITS, ""))?.[1] ?? null;
}

/** A phone number as it is read out; what is none stays as it is. */
export function phoneText(phone: string): string {
  return phoneDigits(phone)?.replace(/^(...)(...)(....)$/, "($1) $2-$3") ?? phone;
}

/** Returns a tel: URL with the country code; undefined, so no link, for text without digits. */
export function phoneAddress(phone: string): string | undefined {
  const digits = phoneDigits(phone);
  if (digits) return `tel:+1${digits}`;
  return /\d/.test(phone) ? `tel:${phone.replaceAll(/[^\d+]/g, "")}` : undefined;
}

/** Returns the sms: link of a phone number. */
export function textAddress(phone: string): string | undefined {
  return phoneAddress(phone)?.replace(/^tel:/, "sms:");
}

/** Returns a link that opens a WhatsApp chat with the number, the text typed in: https://faq.whatsapp.com/5913398998672934 */
export function whatsappAddress(number: string, text = ""): string {
  const query = text === "" ? "" : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replaceAll(/\D/g, "")}${query}`;
}

/** A number with its country's code as the auth service takes it, such as +12815550123; null for none. */
export function internationalNumber(text: string): string | null {
  const number = text.replaceAll(BETWEEN_DIGITS, "");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
