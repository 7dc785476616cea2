import { useCallback, useEffect, useRef, useState } from "react";

const PAUSE_MS = 5000;

/**
 * What a page shows, read again and again while it can change and somebody looks at it, and at once when they
 * come back to it or ask for it.
 * @param initial what the page arrived with
 * @param pauseMs between two readings, after the one that is shown; five seconds unless said otherwise
 */
export function usePolling<Reading>(
  initial: Reading,
  read: () => Promise<Reading>,
  canChange: (reading: Reading) => boolean,
  pauseMs: (reading: Reading) => number = () => PAUSE_MS,
): { reading: Reading; refresh: () => Promise<void> } {
  const [reading, setReading] = useState(initial);
  const latest = useRef({ read, pauseMs });
  const pause = useRef(pauseMs(initial));
  const isHere = useRef(true);
  const isWaiting = canChange(reading);

  useEffect(() => {
    latest.current = { read, pauseMs };
  });

  const refresh = useCallback(async () => {
    try {
      const found = await latest.current.read();
      if (!isHere.current) return;
      pause.current = latest.current.pauseMs(found);
      setReading(found);
    } catch (error) {
      // What is shown stays; the next reading follows.
      console.warn(error);
    }
  }, []);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const wait = () => {
      // One clock, although two readings can be under way after a return to the page.
      clearTimeout(timer);
      if (!isOver && document.visibilityState === "visible") timer = setTimeout(ask, pause.current);
    };
    const ask = () => void refresh().then(wait);
    const handleVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") ask();
    };
    wait();
    document.addEventListener("visibilitychange", handleVisibility);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", handleVisibility);
    };
  }, [isWaiting, refresh]);

  return { reading, refresh };
}
