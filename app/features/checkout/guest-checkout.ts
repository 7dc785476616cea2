import { readStoredUserId } from "#app/platform/stored-session.ts";
import { readStored, writeStored } from "#app/values/device-storage.ts";
import { fieldsOf, parsedJson, storedText } from "#app/values/unknown-value.ts";

/** Set while checkout waits for a login. For this tab only. */
const RESUME_KEY = "checkoutAfterLogin";

/** Makes checkout continue on the cart page after the login. */
export function resumeAfterLogin(): void {
  writeStored(RESUME_KEY, "1", "session");
}

/** Returns, once, whether checkout was waiting for the login that has just happened. */
export function takeResume(): boolean {
  const isWaiting = readStored(RESUME_KEY, "session") !== null;
  writeStored(RESUME_KEY, null, "session");
  return isWaiting && readStoredUserId() !== null;
}

/** Contact details that a guest typed in the cart, for the billing form. For this tab only. */
export type GuestContact = { email: string; name: string; phone: string };

const CONTACT_KEY = "guestContact";
const MAX_CHARACTERS = 320;

export function saveGuestContact(contact: GuestContact): void {
  writeStored(CONTACT_KEY, JSON.stringify(contact), "session");
}

export function readGuestContact(): GuestContact {
  const { email, name, phone } = fieldsOf(parsedJson(readStored(CONTACT_KEY, "session")));
  const text = (value: unknown) => storedText(value, MAX_CHARACTERS);
  return { email: text(email), name: text(name), phone: text(phone) };
}

/** Deletes the details once the order has them. */
export function forgetGuestContact(): void {
  writeStored(CONTACT_KEY, null, "session");
}
