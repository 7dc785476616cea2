import { t } from "#app/messages/t.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { moneyText } from "#app/values/money.ts";

/** card: through the payment provider; the others: recorded at the point of sale. */
export type PaymentMethod = TableRow<"payments">["method"];
export type StoreMethod = Exclude<PaymentMethod, "card">;

/** Part of an order's total, paid with one method. */
export interface Tender {
  method: StoreMethod;
  amountCents: number;
  /** Amount the customer handed over; null if it was not entered. */
  cashReceivedCents: number | null;
}

/** Line that SNAP EBT may pay, after discounts; in the order of the database's `list_snap_lines`. */
export type SnapLine = { amountCents: number; taxCents: number };

export interface TenderPlan {
  tenders: Tender[];
  /** Sum of all tenders: the total without the sales tax that SNAP EBT waives. */
  dueCents: number;
  /** Rest to be paid in cash. */
  cashCents: number;
  /** Change for the cash received; null if that is unknown, or nothing is paid in cash. */
  changeCents: number | null;
}

export type PlanProblem = { field: "ebt" | "card" | "received"; message: string };

/** Returns the maximum that SNAP EBT may pay, in cents. */
export function eligibleCents(lines: readonly SnapLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Returns the sales tax waived for this SNAP EBT amount, like `list_ebt_lines` of the database. */
export function waivedTaxCents(lines: readonly SnapLine[], ebtCents: number): number {
  let left = ebtCents;
  let waived = 0;
  for (const { amountCents, taxCents } of lines) {
    const paid = Math.min(left, amountCents);
    left -= paid;
    // Integer arithmetic, which is exact; rounds half up.
    if (paid > 0) waived += Math.floor((2 * taxCents * paid + amountCents) / (2 * amountCents));
  }
  return waived;
}

/** Splits an order's total into tenders: SNAP EBT and card as typed, the rest in cash. */
export function planTenders(
  order: { totalCents: number; snapLines: readonly SnapLine[] },
  typed: { ebtCents: number; cardCents: number; receivedCents: number | null },
): TenderPlan | PlanProblem {
  const mostEbtCents = eligibleCents(order.snapLines);
  if (typed.ebtCents > mostEbtCents) {
    return {
      field: "ebt",
      message: t("SNAP EBT can pay up to {amount} of this order", { amount: moneyText(mostEbtCents) }),
    };
  }
  const dueCents = order.totalCents - waivedTaxCents(order.snapLines, typed.ebtCents);
  const cashCents = dueCents - typed.ebtCents - typed.cardCents;
  if (cashCents < 0) {
    return {
      field: "card",
      message: t("The card can pay up to {amount}", { amount: moneyText(dueCents - typed.ebtCents) }),
    };
  }
  if (typed.receivedCents !== null && typed.receivedCents < cashCents) {
    return { field: "received", message: t("Less than {amount}", { amount: moneyText(cashCents) }) };
  }
  const receivedCents = cashCents > 0 ? typed.receivedCents : null;
  const tenders: Tender[] = [
    { method: "store_ebt", amountCents: typed.ebtCents, cashReceivedCents: null },
    { method: "store_card", amountCents: typed.cardCents, cashReceivedCents: null },
    { method: "store_cash", amountCents: cashCents, cashReceivedCents: receivedCents },
  ];
  return {
    tenders: tenders.filter(({ amountCents }) => amountCents > 0),
    dueCents,
    cashCents,
    changeCents: receivedCents === null ? null : receivedCents - cashCents,
  };
}

/** Returns text such as "$12.00 by SNAP EBT and $8.00 in cash". */
export function tendersText(tenders: readonly Pick<Tender, "method" | "amountCents">[]): string {
  const parts = tenders.map(({ method, amountCents }) => tenderText(method, moneyText(amountCents)));
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : t("{others} and {last}", { others: parts.slice(0, -1).join(", "), last });
}

function tenderText(method: StoreMethod, price: string): string {
  const texts = {
    store_cash: t("{price} in cash", { price }),
    store_card: t("{price} by card", { price }),
    store_ebt: t("{price} by SNAP EBT", { price }),
  };
  return texts[method];
}
