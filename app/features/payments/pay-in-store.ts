import { t } from "#app/messages/t.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";

/** Columns of an order that is paid in the store; null for all others. */
export const PAY_IN_STORE_COLUMNS =
  "pay_in_store_orders(pay_by, is_waiting, packing_at, ready_at, due_total, needs_weight, changes)";

type PayInStoreRow = SelectedRow<
  "pay_in_store_orders",
  "pay_by, is_waiting, packing_at, ready_at, due_total, needs_weight"
>;

/** An unpaid order whose customer pays in the store. */
export interface PayInStore {
  /** ISO 8601; time until which the order is held. */
  payBy: string;
  /** Packing progress; the order's status stays pending. */
  step: "pending" | "preparing" | "ready";
  /** Amount due. Excludes items that are out of stock. */
  dueCents: number;
  /** Whether a line is not weighed yet, so that the amount due is the maximum that the order can cost. */
  needsWeight: boolean;
}

/** Returns null for an order that is paid, canceled, or not paid in the store. */
export function payInStoreFromRow(row: PayInStoreRow | null | undefined): PayInStore | null {
  if (!row?.is_waiting) return null;
  const step = row.ready_at !== null ? "ready" : row.packing_at !== null ? "preparing" : "pending";
  return { payBy: row.pay_by, step, dueCents: centsFrom(row.due_total), needsWeight: row.needs_weight };
}

/** Returns the state of the order, as its badge shows it. */
export function unpaidLabel({ step }: Pick<PayInStore, "step">): string {
  if (step === "ready") return t("Ready, not paid");
  return step === "preparing" ? t("Preparing, not paid") : t("Not paid");
}

/** Returns the text about what the customer brings, and until when; null for an order that is not paid in the store. */
export function payInStoreText(payInStore: PayInStore | null, timeZone: string, acceptsSnap: boolean): string | null {
  if (!payInStore) return null;
  const price = dueText(payInStore);
  const means = meansText(acceptsSnap);
  const time = dateTimeText(payInStore.payBy, timeZone);
  return payInStore.step === "ready"
    ? t("Your order is ready. It is not paid yet: bring {price} {means} to the store. We hold it until {time}.", {
        price,
        means,
        time,
      })
    : t(
        "Your order is not paid yet: bring {price} {means} to the store. We hold it until {time}, and write to you when it is ready.",
        { price, means, time },
      );
}

/** Returns the amount that the customer pays, such as "up to $54.95" while a line is not weighed. */
export function dueText({ dueCents, needsWeight }: Pick<PayInStore, "dueCents" | "needsWeight">): string {
  return needsWeight ? t("up to {price}", { price: moneyText(dueCents) }) : moneyText(dueCents);
}

/** Returns how the amount can be paid in the store: "in cash or a card". */
export function meansText(acceptsSnap: boolean): string {
  return acceptsSnap ? t("in cash, a card, or your EBT card") : t("in cash or a card");
}
