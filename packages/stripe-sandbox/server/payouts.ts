import type { Stripe } from "stripe";
import type { SandboxEvent } from "./events.ts";
import { isRelease } from "./holds.ts";
import { transactionIdOf } from "./objects.ts";

/** Stored objects that move money. */
export interface SandboxLedger {
  charges: readonly Stripe.Charge[];
  refunds: readonly Stripe.Refund[];
  events: readonly SandboxEvent[];
}

export interface SandboxPayout {
  payout: Stripe.Payout;
  /** Oldest first; the payout itself is last. */
  transactions: Stripe.BalanceTransaction[];
}

/** Fees of the sandbox: 2.9 % and 30 cents per charge, not returned by refunds. A hold is free. */
const FEE_PERCENT = 2.9;
const FEE_CENTS = 30;
const DAY_S = 24 * 60 * 60;

/**
 * Computes payouts from charges, refunds and events. Each day (UTC) is paid out in one sum when it ends, and arrives a
 * day later. A negative or zero sum is carried over to the next day.
 * @param now seconds since 1970
 * @returns earliest first
 */
export function payoutsOf(ledger: SandboxLedger, now: number): SandboxPayout[] {
  const made: SandboxPayout[] = [];
  let waiting: Stripe.BalanceTransaction[] = [];
  const dayOf = (transaction: Stripe.BalanceTransaction) => Math.floor(transaction.created / DAY_S);
  const transactions = transactionsOf(ledger);
  for (const [place, transaction] of transactions.entries()) {
    waiting.push(transaction);
    const next = transactions[place + 1];
    const day = dayOf(transaction);
    if (next && dayOf(next) === day) continue;
    const sum = waiting.reduce((total, { net }) => total + net, 0);
    if ((day + 1) * DAY_S > now || sum <= 0) continue;
    const payout = newPayout(day, sum, now);
    const own = newTransaction({ id: payout.id, kind: "payout", amount: -sum, created: payout.created });
    made.push({ payout, transactions: [...waiting, { ...own, source: payout.id }] });
    waiting = [];
  }
  return made;
}

function transactionsOf({ charges, refunds, events }: SandboxLedger): Stripe.BalanceTransaction[] {
  const failures = events.filter(({ type }) => type === "refund.failed");
  const capturedAt = new Map(
    events.flatMap(({ type, created, data }) => (type === "charge.captured" ? [[data.object.id, created]] : [])),
  );
  const chargeOf = new Map(charges.map((charge) => [charge.id, charge]));
  return [
    ...charges
      .filter(({ paid, captured }) => paid && captured)
      .map((charge) => ({
        ...newTransaction({
          id: charge.id,
          kind: "charge",
          amount: charge.amount_captured,
          created: capturedAt.get(charge.id) ?? charge.created,
        }),
        source: charge,
      })),
    ...refunds
      .filter((refund) => !isRelease(refund, chargeOf.get(String(refund.charge))))
      .map((refund) => ({
        ...newTransaction({ id: refund.id, kind: "refund", amount: -refund.amount, created: refund.created }),
        source: refund,
      })),
    ...failures.flatMap(({ id, created, data: { object: refund } }) => {
      if (refund.object !== "refund") return [];
      return { ...newTransaction({ id, kind: "refund_failure", amount: refund.amount, created }), source: refund };
    }),
  ].toSorted((one, other) => one.created - other.created);
}

function newTransaction(of: {
  id: string;
  kind: "charge" | "refund" | "refund_failure" | "payout";
  amount: number;
  created: number;
}): Stripe.BalanceTransaction {
  const fee = of.kind === "charge" ? Math.round((of.amount * FEE_PERCENT) / 100) + FEE_CENTS : 0;
  return {
    id: transactionIdOf(of.id),
    object: "balance_transaction",
    amount: of.amount,
    available_on: (Math.floor(of.created / DAY_S) + 1) * DAY_S,
    balance_type: "payments",
    created: of.created,
    currency: "usd",
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: "usd", description: "Sandbox fee", type: "stripe_fee" }],
    net: of.amount - fee,
    reporting_category: of.kind,
    source: null,
    status: "available",
    type: of.kind,
  };
}

function newPayout(day: number, amount: number, now: number): Stripe.Payout {
  const arrival = (day + 2) * DAY_S;
  return {
    id: `po_sandbox${new Date(day * DAY_S * 1000).toISOString().slice(0, 10).replaceAll("-", "")}`,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrival,
    automatic: true,
    balance_transaction: null,
    created: (day + 1) * DAY_S,
    currency: "usd",
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: now >= arrival ? "paid" : "in_transit",
    trace_id: null,
    type: "bank_account",
  };
}
