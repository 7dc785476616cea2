import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";

/** The user was prompted to log in again and declined. */
export class SessionEndedError extends Error {
  constructor() {
    super(t("Your session has ended. Log in again."));
  }
}

/**
 * Returns whether the session has ended according to the auth service: a token outlives its session, and the
 * database then returns no rows. An ended session is also removed from this browser.
 * @returns false if the request fails
 */
export async function hasSessionEnded(data: BrowserData): Promise<boolean> {
  const { data: found, error } = await data.auth.getUser();
  if (found.user || error === null) return false;
  const isOver = error.name === "AuthSessionMissingError" || error.status === 401 || error.status === 403;
  if (isOver) await data.auth.signOut({ scope: "local" });
  return isOver;
}
