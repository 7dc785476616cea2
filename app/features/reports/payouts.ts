import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { saveTable, stampText } from "#app/platform/export-table.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";
import { type Answer, rejected } from "#app/ui/use-attempt.ts";
import { amountText } from "#app/values/money.ts";
import type { DayRange } from "./daily-report.ts";

/** An amount that the provider sends to the store's bank. */
export interface Payout {
  id: string;
  /** Day of arrival at the bank, `YYYY-MM-DD`. */
  arrivesOn: string;
  /** Provider's status: `paid`, `pending`, `in_transit`, `canceled`, `failed`. */
  status: string;
  amountCents: number;
  /** Currency code in upper case. */
  currency: string;
}

/** A payment, refund, or fee in a payout. */
export interface PayoutLine {
  /** Provider's id of the balance transaction, as in its reports. */
  transactionId: string;
  /** Provider's type: `charge`, `refund`, `stripe_fee`, `adjustment`. */
  kind: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  amountCents: number;
  feeCents: number;
  /** All net amounts add up to the payout. */
  netCents: number;
  /** Null for transactions without a payment. */
  paymentIntentId: string | null;
  refundId: string | null;
}

type PayoutRowLine = PayoutLine & { orderNumber: number | null };

const HEADS = [
  "Payout",
  "Arrives on",
  "Status",
  "Currency",
  "Kind",
  "Made at",
  "Order",
  "Payment",
  "Refund",
  "Amount",
  "Fee",
  "Net",
  "Transaction",
];

/**
 * Downloads the provider's payouts of these days as a file, with one line per payment, refund, and fee.
 * @param onRows called with the number of lines so far
 * @returns null, or a message if there are no payouts
 */
export async function downloadPayouts(
  data: BrowserData,
  range: DayRange,
  timeZone: string,
  onRows: (count: number) => void,
): Promise<Answer | null> {
  const response = await data.fetchApi("/payouts", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(range),
  });
  const payouts = await readAnswer<Payout[]>(response);
  const rows: string[][] = [];
  for (const payout of payouts) {
    const lines = await readWithRetries(["payout", payout.id], async () =>
      readAnswer<PayoutRowLine[]>(await data.fetchApi(`/payouts/${encodeURIComponent(payout.id)}`)),
    );
    rows.push(...payoutRows(payout, lines, timeZone));
    onRows(rows.length);
  }
  if (rows.length === 0) return rejected(t("No payouts reach the bank on these days."));
  await saveTable("payouts", range, HEADS, rows);
  return null;
}

/** Returns the lines of a payout. A manual payout has no linked payments, so it is one line. */
export function payoutRows(payout: Payout, lines: readonly PayoutRowLine[], timeZone: string): string[][] {
  const { id, arrivesOn, status, currency } = payout;
  const common = [id, arrivesOn, status, currency];
  if (lines.length === 0) {
    const sum = amountText(payout.amountCents);
    return [[...common, "payout", "", "", "", "", sum, amountText(0), sum, ""]];
  }
  return lines.map((line) => [
    ...common,
    line.kind,
    stampText(line.createdAt, timeZone),
    String(line.orderNumber ?? ""),
    line.paymentIntentId ?? "",
    line.refundId ?? "",
    amountText(line.amountCents),
    amountText(line.feeCents),
    amountText(line.netCents),
    line.transactionId,
  ]);
}
