import type { SelectedRow } from "#app/platform/selected-row.ts";
import { moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";

/** Columns of an order that is paid in the store; null for all others. */
export const PAY_IN_STORE_COLUMNS = "pay_in_store_orders(pay_by, is_waiting, packing_at, ready_at)";

type PayInStoreRow = SelectedRow<"pay_in_store_orders", "pay_by, is_waiting, packing_at, ready_at">;

/** An unpaid order whose customer pays in the store. */
export interface PayInStore {
  /** ISO 8601: until when the order is held. */
  payBy: string;
  /** How far it is packed; its status stays pending. */
  step: "pending" | "preparing" | "ready";
}

/** Returns null for an order that is paid, canceled, or not paid in the store. */
export function payInStoreFromRow(row: PayInStoreRow | null | undefined): PayInStore | null {
  if (!row?.is_waiting) return null;
  const step = row.ready_at !== null ? "ready" : row.packing_at !== null ? "preparing" : "pending";
  return { payBy: row.pay_by, step };
}

/** Returns the state of the order, as its badge shows it. */
export function unpaidLabel({ step }: Pick<PayInStore, "step">): string {
  if (step === "ready") return "Ready, not paid";
  return step === "preparing" ? "Preparing, not paid" : "Not paid";
}

/** Returns what the customer brings, and until when; null for an order that is not paid in the store. */
export function payInStoreText(
  order: { totalCents: number; payInStore: PayInStore | null },
  timeZone: string,
): string | null {
  if (!order.payInStore) return null;
  const bring = `bring ${moneyText(order.totalCents)} in cash or a card to the store`;
  const until = `until ${dateTimeText(order.payInStore.payBy, timeZone)}`;
  return order.payInStore.step === "ready"
    ? `Your order is ready. It is not paid yet: ${bring}. We hold it ${until}.`
    : `Your order is not paid yet: ${bring}. We hold it ${until}, and write to you when it is ready.`;
}

/** Returns what staff do before they hand the order over. */
export function takeText(totalCents: number): string {
  return `Not paid: take ${moneyText(totalCents)}`;
}
