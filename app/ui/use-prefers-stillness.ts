import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds in this browser; no on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** The visitor has asked for nothing to move. */
export function usePrefersStillness(): boolean {
  return useMedia("(prefers-reduced-motion: reduce)");
}
