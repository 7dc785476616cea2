import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

/**
 * Returns the current minute in milliseconds, updated every minute; null on the server, whose cached pages would
 * show an old time.
 */
export function useMinute(): number | null {
  return useSyncExternalStore<number | null>(subscribe, currentMinute, () => null);
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

function subscribe(listener: () => void) {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        listener();
        wait();
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
  };
  wait();
  return () => clearTimeout(timer);
}
