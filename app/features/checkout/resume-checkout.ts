import { readStoredUserId } from "#app/platform/stored-session.ts";

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
