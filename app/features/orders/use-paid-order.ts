import { useRef } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { usePolledQuery } from "#app/platform/use-polled-query.ts";
import { useElapsed } from "#app/ui/use-elapsed.ts";
import type { OrderWithLines } from "./order.ts";
import { awaitOrderStatus, findOrder } from "./order-queries.ts";

const FAST_MS = 1000;
const SLOW_MS = 5000;
/** Stripe's event usually arrives within seconds; after this time, the page says that it takes longer. */
const PATIENCE_MS = 30_000;

type Outcome = { order: OrderWithLines; isSlow: boolean };

/**
 * Asks the server for the status of a pending order until it changes, then reads the order. Only the server can
 * confirm that an order is paid; the browser's payment result proves nothing.
 */
export function usePaidOrder(initial: OrderWithLines): Outcome {
  const startedAt = useRef<number>(null);

  async function read(): Promise<Outcome> {
    startedAt.current ??= Date.now();
    // One failed poll does not matter: the next one follows.
    const found = await findChanged(initial.id).catch(() => null);
    if (found) return { order: found, isSlow: false };
    return { order: initial, isSlow: Date.now() - startedAt.current > PATIENCE_MS };
  }

  return usePolledQuery(
    ["paid-order", initial.id],
    { order: initial, isSlow: false },
    read,
    ({ order }) => order.status === "pending",
    ({ isSlow }) => {
      if (startedAt.current === null) return FAST_MS / 2;
      return isSlow ? SLOW_MS : FAST_MS;
    },
  );
}

async function findChanged(orderId: string): Promise<OrderWithLines | null> {
  const status = await awaitOrderStatus(getBrowserData(), orderId);
  return status && status !== "pending" ? findOrder(getBrowserData(), orderId) : null;
}

/** Returns whether a confirmation takes longer than usual. */
export function useIsSlow(isWaiting: boolean): boolean {
  return useElapsed(PATIENCE_MS, isWaiting ? "waiting" : null);
}
