import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { saveTable, stampText } from "#app/platform/export-table.ts";
import { readAnswer, readWithRetries } from "#app/platform/reads.ts";
import { type Answer, rejected } from "#app/ui/use-attempt.ts";
import { amountText } from "#app/values/money.ts";
import type { DayRange } from "./daily-report.ts";

interface Payout {
  id: string;
  arrivesOn: string;
  status: string;
  amountCents: number;
  currency: string;
}

interface PayoutLine {
  transactionId: string;
  kind: string;
  createdAt: string;
  amountCents: number;
  feeCents: number;
  netCents: number;
  paymentIntentId: string | null;
  refundId: string | null;
  orderNumber: number | null;
}

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
      readAnswer<PayoutLine[]>(await data.fetchApi(`/payouts/${encodeURIComponent(payout.id)}`)),
    );
    rows.push(...payoutRows(payout, lines, timeZone));
    onRows(rows.length);
  }
  if (rows.length === 0) return rejected(t("No payouts reach the bank on these days."));
  await saveTable("payouts", range, HEADS, rows);
  return null;
}

/** Returns the lines of a payout. A manual payout has no linked payments, so it is one line. */
export function payoutRows(payout: Payout, lines: readonly PayoutLine[], timeZone: string): string[][] {
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
