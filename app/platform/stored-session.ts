import { readStored } from "#app/values/device-storage.ts";
/** Key of the session in localStorage, set by the auth client. */
export const SESSION_STORAGE_KEY = "supabase.auth.token";

/**
 * Returns the user id of the stored session without loading the auth client; null for a guest. Browser only. It proves
 * nothing: the session may have expired, and the data service checks it.
 */
export function readStoredUserId(): string | null {
  return userIdIn(readStored(SESSION_STORAGE_KEY));
}

/** Returns the access token of the stored session, which may have expired; undefined for a guest. Browser only. */
export function readStoredToken(): string | undefined {
  try {
    const session: { access_token?: string } | null = JSON.parse(readStored(SESSION_STORAGE_KEY) ?? "null");
    return session?.access_token;
  } catch {
    return undefined;
  }
}

export function userIdIn(stored: string | null): string | null {
  if (stored === null) return null;
  try {
    const session: { user?: { id?: unknown } } | null = JSON.parse(stored);
    return typeof session?.user?.id === "string" ? session.user.id : null;
  } catch {
    return null;
  }
}
