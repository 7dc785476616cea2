/** Events and callbacks of a session's beginning and end. Every page loads them, so they import nothing. */

/** Event dispatched on window after an account's data was removed from the device; `detail` is the account's id. */
export const PERSONAL_DATA_CLEARED = "personal-data-cleared";
/** Event dispatched on window when an account has logged in on this device; `detail` is the account's id. */
export const ACCOUNT_ARRIVED = "account-arrived";

/** The user logs out, or a login with a code replaces the session of the same user. */
type SessionEnd = "logout" | "new session";
const beforeSessionEnd = new Set<(end: SessionEnd) => Promise<void>>();

/** Registers work that requires the session, to run before it ends. */
export function doBeforeSessionEnd(work: (end: SessionEnd) => Promise<void>): void {
  beforeSessionEnd.add(work);
}

/** Runs the registered work. Never rejects: the session ends even if some work failed. */
export async function finishBeforeSessionEnd(end: SessionEnd): Promise<void> {
  await Promise.allSettled([...beforeSessionEnd].map((work) => work(end)));
}
