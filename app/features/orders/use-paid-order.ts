import { useEffect, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { OrderWithLines } from "./order.ts";
import { findOrder, findOrderStatus } from "./read-orders.ts";

const FAST_MS = 1000;
const SLOW_MS = 5000;
/** Stripe's word usually comes within seconds; after this it is said that it takes longer. */
const PATIENCE_MS = 30_000;

/**
 * Asks the shop's server for the status of a pending order until it changes, then for the order as it is.
 * Only the server says that an order is paid; what the browser saw of the payment proves nothing.
 */
export function usePaidOrder(initial: OrderWithLines): { order: OrderWithLines; isSlow: boolean } {
  const [order, setOrder] = useState(initial);
  const [isSlow, setSlow] = useState(false);
  const isPending = order.status === "pending";

  useEffect(() => {
    if (!isPending) return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const ask = async () => {
      // A read that failed is only one of many: the next one follows.
      const found = await findChanged(order.id).catch(() => null);
      if (isLeft) return;
      if (found) return setOrder(found);
      const isTakingLong = Date.now() - startedAt > PATIENCE_MS;
      setSlow(isTakingLong);
      timer = setTimeout(ask, isTakingLong ? SLOW_MS : FAST_MS);
    };
    timer = setTimeout(ask, FAST_MS / 2);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [order.id, isPending]);

  return { order, isSlow };
}

async function findChanged(orderId: string): Promise<OrderWithLines | null> {
  const status = await findOrderStatus(getBrowserData(), orderId);
  return status && status !== "pending" ? findOrder(getBrowserData(), orderId) : null;
}
