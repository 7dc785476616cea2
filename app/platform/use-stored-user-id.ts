import { useSyncExternalStore } from "react";
import { readStoredUserId } from "./stored-session.ts";

/** Whose session lies in this browser; null on the server and while hydrating, so that a page is the same for all. */
export function useStoredUserId(): string | null {
  return useSyncExternalStore(subscribe, readStoredUserId, () => null);
}

function subscribe(onChange: () => void) {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}
