import { useSyncExternalStore } from "react";
import { readStoredUserId } from "./stored-session.ts";

/**
 * Returns the id of the stored session's user; null on the server and during hydration, so that the HTML is the same
 * for everyone.
 */
export function useStoredUserId(): string | null {
  return useSyncExternalStore(subscribe, readStoredUserId, () => null);
}

function subscribe(onChange: () => void) {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}
