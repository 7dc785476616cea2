import type Stripe from "stripe";
import type { Payout, PayoutLine } from "#app/features/reports/payouts.ts";
import { idOf } from "./payment-event.ts";
import { unlessMissing } from "./saved-cards.ts";

export interface PayoutReader {
  /** Lists payouts that arrive on these days, including the first and the last, earliest first. */
  listPayouts(days: { from: string; to: string }): Promise<Payout[]>;
  /**
   * Lists a payout's transactions, oldest first; empty for a manual payout. Null if the provider has no such payout.
   */
  listPayoutLines(payoutId: string): Promise<PayoutLine[] | null>;
}

export function createPayoutReader(stripe: Stripe): PayoutReader {
  return {
    listPayouts: async ({ from, to }) => {
      const payouts: Payout[] = [];
      // Stripe's days of arrival start at midnight UTC.
      const arrival_date = { gte: Date.parse(from) / 1000, lte: Date.parse(to) / 1000 };
      for await (const payout of stripe.payouts.list({ arrival_date, limit: 100 })) {
        payouts.push({
          id: payout.id,
          arrivesOn: isoTime(payout.arrival_date).slice(0, 10),
          status: payout.status,
          amountCents: payout.amount,
          currency: payout.currency.toUpperCase(),
        });
      }
      return payouts.toSorted((one, other) => one.arrivesOn.localeCompare(other.arrivesOn));
    },
    listPayoutLines: async (payoutId) => {
      const payout = await unlessMissing(stripe.payouts.retrieve(payoutId));
      if (!payout) return null;
      if (!payout.automatic) return [];
      const lines: PayoutLine[] = [];
      const query = { payout: payoutId, limit: 100, expand: ["data.source"] };
      for await (const transaction of stripe.balanceTransactions.list(query)) {
        // Skip the payout's own transaction, which debits the sum of all others.
        if (transaction.type !== "payout") lines.push(toLine(transaction));
      }
      return lines.reverse();
    },
  };
}

function toLine(transaction: Stripe.BalanceTransaction): PayoutLine {
  const { source } = transaction;
  const known = typeof source === "string" ? null : source;
  const intent = known && "payment_intent" in known ? known.payment_intent : null;
  return {
    transactionId: transaction.id,
    kind: transaction.type,
    createdAt: isoTime(transaction.created),
    amountCents: transaction.amount,
    feeCents: transaction.fee,
    netCents: transaction.net,
    paymentIntentId: idOf(intent),
    refundId: known?.object === "refund" ? known.id : null,
  };
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
