/**
 * Returns whether this browser sees the payment for the first time, so that the toast appears once, not after every
 * reload.
 */
export function isFirstSightOfPayment(orderId: string): boolean {
  const key = `paid:${orderId}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "seen");
  } catch {
    // Storage is blocked: rather twice than never.
  }
  return true;
}
