import { readStored } from "#app/values/device-storage.ts";
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
export function readStoredUser(): StoredUser | null {
  return userIn(readStored(SESSION_STORAGE_KEY));
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

interface StoredUser {
  id: string;
  email?: string;
}

export function userIdIn(stored: string | null): string | null {
  return userIn(stored)?.id ?? null;
}

function userIn(stored: string | null): StoredUser | null {
  if (stored === null) return null;
  try {
    const session: { user?: Partial<StoredUser> } | null = JSON.parse(stored);
    return typeof session?.user?.id === "string" ? (session.user as StoredUser) : null;
  } catch {
    return null;
  }
}
