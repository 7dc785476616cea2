import { readStoredUserId } from "#app/platform/stored-session.ts";

/** Set while checkout waits for a login. For this tab only. */
const RESUME_KEY = "checkoutAfterLogin";

/** Makes checkout continue on the cart page after the login. */
export function resumeAfterLogin(): void {
  try {
    window.sessionStorage.setItem(RESUME_KEY, "1");
  } catch {
    // Without storage the shopper presses Proceed again.
  }
}

/** Stops waiting: the shopper logs in for another reason, and must not find an order placed. */
export function forgetResume(): void {
  takeResume();
}

/** Returns, once, whether checkout waited for the login that has happened. */
export function takeResume(): boolean {
  try {
    const isWaiting = window.sessionStorage.getItem(RESUME_KEY) !== null;
    window.sessionStorage.removeItem(RESUME_KEY);
    return isWaiting && readStoredUserId() !== null;
  } catch {
    return false;
  }
}
