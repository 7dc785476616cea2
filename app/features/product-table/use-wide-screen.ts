import { useSyncExternalStore } from "react";

/** The grid needs this width; below it the products are a list. */
const QUERY = "(width >= 900px)";

/** Whether the screen has space for the grid. */
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
