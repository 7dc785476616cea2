import { readStored } from "#app/values/device-storage.ts";
import { fieldsOf, parsedJson, textIn } from "#app/values/unknown-value.ts";

/** Key of the session in localStorage, set by the auth client. */
export const SESSION_STORAGE_KEY = "supabase.auth.token";

/**
 * Returns the user id of the stored session without loading the auth client; null for a guest. Browser only. It proves
 * nothing: the session may have expired, and the data service checks it.
 */
export function readStoredUserId(): string | null {
  return readStoredUser()?.id ?? null;
}

/** Returns the user of the stored session, like {@link readStoredUserId}. */
export function readStoredUser() {
  return userIn(readStored(SESSION_STORAGE_KEY));
}

/** Returns the access token of the stored session, which may have expired; undefined for a guest. Browser only. */
export function readStoredToken(): string | undefined {
  return textIn(parsedJson(readStored(SESSION_STORAGE_KEY)), "access_token");
}

export function userIn(stored: string | null): { id: string; email: string | undefined } | null {
  const { user } = fieldsOf(parsedJson(stored));
  const id = textIn(user, "id");
  return id === undefined ? null : { id, email: textIn(user, "email") };
}
