import { useElapsed } from "#app/ui/use-elapsed.ts";
import { PATIENCE_MS } from "./use-paid-order.ts";

/** Returns whether a confirmation takes longer than usual. */
export function useIsSlow(isWaiting: boolean): boolean {
  return useElapsed(PATIENCE_MS, isWaiting ? "waiting" : null);
}
