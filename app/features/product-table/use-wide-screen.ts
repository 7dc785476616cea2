import { useSyncExternalStore } from "react";

/** Minimum width for the grid; narrower screens show a list. */
const QUERY = "(width >= 900px)";

/** Returns whether the screen is wide enough for the grid. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
}

function subscribe(onChange: () => void) {
  const list = matchMedia(QUERY);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}
