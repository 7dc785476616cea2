import { useEffect, useEffectEvent } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SESSION_STORAGE_KEY } from "#app/platform/stored-session.ts";

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
