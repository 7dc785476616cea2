/**
 * Whether this browser sees for the first time that the order is paid: the good news is told once,
 * not again at every reload of its page.
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
