import { useEffect, useEffectEvent } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { SESSION_STORAGE_KEY } from "#app/platform/stored-session.ts";

/** The user was prompted to log in again and declined. */
export class SessionEndedError extends Error {
  constructor() {
    super(t("Your session has ended. Log in again."));
  }
}

/** Returns whether an error of the auth service says that the session is over; a failed request has the status 0. */
export function isSessionOver({ name, status }: { name: string; status?: number | undefined }): boolean {
  return name === "AuthSessionMissingError" || status === 401 || status === 403;
}

/**
 * Returns whether the session has ended according to the auth service: a token outlives its session, and the
 * database then returns no rows. An ended session is also removed from this browser.
 * @returns false if the request fails
 */
export async function hasSessionEnded(data: BrowserData): Promise<boolean> {
  const { data: found, error } = await data.auth.getUser();
  if (found.user || error === null) return false;
  const isOver = isSessionOver(error);
  if (isOver) await data.auth.signOut({ scope: "local" });
  return isOver;
}

/** Calls back when the session ends while the page is open: here, in another tab, or by expiry. */
export function useSessionEnd(onEnded: () => void): void {
  const handleEnded = useEffectEvent(onEnded);
  useEffect(() => {
    const { data } = getBrowserData().auth.onAuthStateChange((event, session) => {
      // The initial event has no session if it ended between the page's read and this subscription.
      const isEnded = event === "SIGNED_OUT" || (event === "INITIAL_SESSION" && session === null);
      // The auth client holds a lock during its event, and the callback may need the lock.
      if (isEnded) setTimeout(() => handleEnded(), 0);
    });
    // Another tab's event may arrive before localStorage has changed here; this one comes after both.
    const handleStorage = (event: StorageEvent) => {
      if (event.key === SESSION_STORAGE_KEY && event.newValue === null) handleEnded();
    };
    window.addEventListener("storage", handleStorage);
    return () => {
      data.subscription.unsubscribe();
      window.removeEventListener("storage", handleStorage);
    };
  }, []);
}
