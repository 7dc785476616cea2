import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

const TRIES = 8;
const PAUSE_MS = 300;

/**
 * Reads the page again after a write, until it shows it: pages come from the server's cache, which looks
 * for changes at most once a second.
 * @param shown what the page shows now
 * @returns a function that ends when what is shown passes the test, when the caller has left the page, or
 *   after a few tries
 */
export function useRefetch<Shown>(shown: Shown): (isUpToDate: (shown: Shown) => boolean) => Promise<void> {
  const { revalidate } = useRevalidator();
  const latest = useRef<{ shown: Shown } | null>(null);

  useEffect(() => {
    latest.current = { shown };
    return () => {
      latest.current = null;
    };
  }, [shown]);

  return async (isUpToDate) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      await revalidate();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (latest.current === null || isUpToDate(latest.current.shown)) return;
    }
  };
}
