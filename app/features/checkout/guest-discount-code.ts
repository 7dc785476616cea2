import { useSyncExternalStore } from "react";

/** Discount code of a guest, entered for the account once there is one. For this tab only. */
const CODE_KEY = "discountCode";

const listeners = new Set<() => void>();

/** Returns the code that the guest typed; null without one, and on the server. */
export function useGuestDiscountCode(): string | null {
  return useSyncExternalStore(subscribe, readGuestDiscountCode, () => null);
}

/** @param code null removes it */
export function saveGuestDiscountCode(code: string | null): void {
  if (code === null) window.sessionStorage.removeItem(CODE_KEY);
  else window.sessionStorage.setItem(CODE_KEY, code);
  for (const listener of listeners) listener();
}

/** Returns the code that the guest typed; null without one. */
export function readGuestDiscountCode(): string | null {
  try {
    return window.sessionStorage.getItem(CODE_KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
