import { useSyncExternalStore } from "react";
import type { TenderPlan } from "#app/features/payments/tenders.ts";
import { readStored, writeStored } from "#app/values/device-storage.ts";
import { isUuid, randomUuid } from "#app/values/ids.ts";
import { parsedJson } from "#app/values/unknown-value.ts";
import type { PosLine } from "./pos-order.ts";

/** Customer of a sale; unknown values are empty. */
export interface BagCustomer {
  id: string;
  name: string;
  phone: string;
  email: string;
}

export type TakenPlan = Pick<TenderPlan, "tenders" | "dueCents" | "changeCents">;

/** The current sale at this till. It stays on the device until the store has recorded it. */
export interface Bag {
  /** Request key of its sale. */
  key: string;
  lines: readonly PosLine[];
  /** Null for a walk-in. */
  customer: BagCustomer | null;
  /** Discount code; may be empty. */
  code: string;
  /** Payment that was sent and not yet answered: nothing in the bag may change meanwhile. */
  sent: (TakenPlan & { totalCents: number }) | null;
}

const STORAGE_KEY = "tillBag";

export function emptyBag(): Bag {
  return { key: randomUuid(), lines: [], customer: null, code: "", sent: null };
}

/** Anyone can edit localStorage, and an earlier version may have written it. */
function bagFrom(text: string | null): Bag {
  const bag = parsedJson(text) as Bag | null | undefined;
  return bag && isUuid(bag.key) && Array.isArray(bag.lines) ? bag : emptyBag();
}

let isBlocked = false;
let known: { text: string | null; bag: Bag } | undefined;
const listeners = new Set<() => void>();

/** Returns the bag of this device; all its tabs share one. */
export function readBag(): Bag {
  // If storage is blocked, the bag is kept in memory only.
  const text = isBlocked ? (known?.text ?? null) : readStored(STORAGE_KEY);
  if (known === undefined || known.text !== text) known = { text, bag: bagFrom(text) };
  return known.bag;
}

export function writeBag(bag: Bag): void {
  const text = JSON.stringify(bag);
  known = { text, bag };
  isBlocked = !writeStored(STORAGE_KEY, text);
  // A reload would otherwise show the recorded sale again, and take the next one for it.
  if (isBlocked && bag.lines.length === 0) writeStored(STORAGE_KEY, null);
  for (const listener of listeners) listener();
}

/** Returns whether the bag is still there after a reload. */
export function isBagStored(): boolean {
  return !isBlocked;
}

function watchBag(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

const NO_BAG: Bag = { key: "", lines: [], customer: null, code: "", sent: null };

export function useBag(): Bag {
  return useSyncExternalStore(watchBag, readBag, () => NO_BAG);
}
