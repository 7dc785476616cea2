import { useEffect, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import type { OrderStatus } from "./order-status.ts";
import { findOrderStatus } from "./read-orders.ts";

const FAST_MS = 1000;
const SLOW_MS = 5000;
/** Stripe's word usually comes within seconds; after this it is said that it takes longer. */
const PATIENCE_MS = 30_000;

/**
 * Asks the shop's server for the status of a pending order until it changes. Only the server says
 * that an order is paid; what the browser saw of the payment proves nothing.
 */
export function usePaidOrder(
  orderId: string,
  initialStatus: OrderStatus,
): { status: OrderStatus; isSlow: boolean } {
  const [status, setStatus] = useState(initialStatus);
  const [isSlow, setSlow] = useState(false);

  useEffect(() => {
    if (status !== "pending") return;
    const startedAt = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const ask = async () => {
      // A read that failed is only one of many: the next one follows.
      const found = await findOrderStatus(getBrowserData(), orderId).catch(() => null);
      if (isLeft) return;
      if (found && found !== "pending") return setStatus(found);
      const isTakingLong = Date.now() - startedAt > PATIENCE_MS;
      setSlow(isTakingLong);
      timer = setTimeout(ask, isTakingLong ? SLOW_MS : FAST_MS);
    };
    timer = setTimeout(ask, FAST_MS / 2);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [orderId, status]);

  return { status, isSlow };
}
