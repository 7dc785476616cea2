import { useSyncExternalStore } from "react";
import { readStoredUserId } from "./stored-session.ts";

/**
 * Returns the user id of the stored session; null on the server and during hydration, so that the HTML is the same for
 * every visitor.
 */
export function useStoredUserId(): string | null {
  return useSyncExternalStore(subscribe, readStoredUserId, () => null);
}

function subscribe(onChange: () => void) {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}
