import { useEffect, useEffectEvent, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { readTillDevice } from "#app/platform/till-device.ts";
import { type Bag, type BagCustomer, emptyBag, readBag, type TakenPlan, writeBag } from "./bag.ts";
import { recordSale } from "./record-sale.ts";

const REPEAT_MS = 3000;

/** Sale or payment that the store has recorded. */
export interface TakenSale extends TakenPlan {
  orderId: string;
  number: number;
  customer: BagCustomer | null;
  /** Whether it was sold at the till, and can be undone as a whole. */
  isSale: boolean;
}

/**
 * Sends the sale of the bag until the store answers, also after a reload, in one tab at a time.
 * @param onRejected called with the reason if the store recorded nothing
 */
export function useSale(bag: Bag, onTaken: (sale: TakenSale) => void, onRejected: (message: string) => void) {
  const [isLost, setLost] = useState(false);
  const handleTaken = useEffectEvent(onTaken);
  const handleRejected = useEffectEvent(onRejected);
  const sentKey = bag.sent ? bag.key : null;

  useEffect(() => {
    if (sentKey === null) return;
    const controller = new AbortController();
    const { signal } = controller;

    async function sendUntilAnswered() {
      while (!signal.aborted) {
        const { customer, sent, ...rest } = readBag();
        // Another tab was faster.
        if (sent === null || rest.key !== sentKey) return;
        const result = await recordSale(getBrowserData(), { customer, sent, ...rest }, readTillDevice().drawer);
        if (signal.aborted) return;
        if (result.kind === "done") {
          writeBag(emptyBag());
          handleTaken({ ...sent, ...result, customer, isSale: true });
          return;
        }
        if (result.kind === "rejected") {
          writeBag({ customer, ...rest, sent: null });
          handleRejected(result.message);
          return;
        }
        setLost(true);
        await pause(signal);
      }
    }

    // Locks need HTTPS; without them, two tabs send the same key and get the same sale.
    const work = navigator.locks?.request("till-sale", { signal }, sendUntilAnswered) ?? sendUntilAnswered();
    work.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return () => {
      controller.abort();
      setLost(false);
    };
  }, [sentKey]);

  return isLost && sentKey !== null;
}

/** Waits for the next attempt; less if the network returns. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, REPEAT_MS);
    addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
