/**
 * Returns whether this browser shows the payment for the first time, so that the toast appears once, not after every
 * reload.
 */
export function isFirstSightOfPayment(orderId: string): boolean {
  const key = `paid:${orderId}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "seen");
  } catch {
    // If storage is blocked, a repeated toast is better than none.
  }
  return true;
}
