import type { BrowserData } from "#app/platform/browser-data.ts";

/** Message of the database when a write arrives with an ended session. */
const SESSION_ENDED = "Your session has ended. Please log in again.";

/** Somebody was asked to sign in again, and did not. */
export class SessionEndedError extends Error {
  constructor() {
    super(SESSION_ENDED);
  }
}

/**
 * Whether the visitor's session is over, as the auth service knows it: a token outlives its session, and the
 * database then answers as if there were nothing. A session that is over is forgotten here too.
 * @returns false while it cannot be asked
 */
export async function hasSessionEnded(data: BrowserData): Promise<boolean> {
  const { data: found, error } = await data.auth.getUser();
  if (found.user || error === null) return false;
  const isOver = error.name === "AuthSessionMissingError" || error.status === 401 || error.status === 403;
  if (isOver) await data.auth.signOut({ scope: "local" });
  return isOver;
}
