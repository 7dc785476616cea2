import { useEffect, useEffectEvent } from "react";

/** Calls back once on hydration, for what the visitor typed, chose, or opened in the HTML before it. */
export function useEarlyInput(read: () => void): void {
  const readNow = useEffectEvent(read);
  useEffect(() => readNow(), []);
}
