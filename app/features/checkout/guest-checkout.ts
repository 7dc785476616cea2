import { readStoredUserId } from "#app/platform/stored-session.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";

/** Set while checkout waits for a login. For this tab only. */
const RESUME_KEY = "checkoutAfterLogin";

/** Makes checkout continue on the cart page after the login. */
export function resumeAfterLogin(): void {
  try {
    window.sessionStorage.setItem(RESUME_KEY, "1");
  } catch {
    // Without storage, the shopper must click Proceed again.
  }
}

/** Stops waiting when the shopper logs in for another reason, so that no order is placed unexpectedly. */
export function forgetResume(): void {
  takeResume();
}

/** Returns, once, whether checkout was waiting for the login that has just happened. */
export function takeResume(): boolean {
  try {
    const isWaiting = window.sessionStorage.getItem(RESUME_KEY) !== null;
    window.sessionStorage.removeItem(RESUME_KEY);
    return isWaiting && readStoredUserId() !== null;
  } catch {
    return false;
  }
}

/** Contact details that a guest typed in the cart, for the billing form. For this tab only. */
export type GuestContact = { email: string; name: string; phone: string };

const CONTACT_KEY = "guestContact";
const NO_CONTACT: GuestContact = { email: "", name: "", phone: "" };

export function saveGuestContact(contact: GuestContact): void {
  try {
    window.sessionStorage.setItem(CONTACT_KEY, JSON.stringify(contact));
  } catch {
    // Without storage, the billing form asks again.
  }
}

export function readGuestContact(): GuestContact {
  try {
    const { email, name, phone } = fieldsOf(JSON.parse(window.sessionStorage.getItem(CONTACT_KEY) ?? "{}"));
    return { email: textFrom(email), name: textFrom(name), phone: textFrom(phone) };
  } catch {
    return NO_CONTACT;
  }
}

/** Deletes the details once the order has them. */
export function forgetGuestContact(): void {
  try {
    window.sessionStorage.removeItem(CONTACT_KEY);
  } catch {
    // Blocked storage has nothing to remove.
  }
}

function textFrom(stored: unknown): string {
  return typeof stored === "string" ? stored.slice(0, 320) : "";
}
