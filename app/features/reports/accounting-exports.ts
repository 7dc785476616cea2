import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { saveTable, stampText } from "#app/platform/export-table.ts";
import { resultOf } from "#app/platform/reads.ts";
import { type Answer, rejected } from "#app/ui/use-attempt.ts";
import { keysOf } from "#app/values/typed-object.ts";
import type { DayRange } from "./daily-report.ts";

/** Accounting exports, one file each: column headings, with the database columns. */
export const ACCOUNTING_EXPORTS = {
  orders: [
    ["Order", "order_number"],
    ["Paid at", "paid_at"],
    ["Status", "status"],
    ["Pickup or delivery", "delivery_type"],
    ["Subtotal", "subtotal"],
    ["Discount", "discount"],
    ["Delivery", "delivery"],
    ["Sales tax", "tax"],
    ["Total", "total"],
    ["Refunded", "refunded"],
  ],
  lines: [
    ["Order", "order_number"],
    ["Paid at", "paid_at"],
    ["Product", "product"],
    ["Size", "size"],
    ["Quantity", "quantity"],
    ["Unit price", "unit_price"],
    ["Discount", "discount"],
    ["Tax rate", "tax_rate"],
    ["Sales tax", "tax"],
    ["Amount", "amount"],
    ["Quantity refunded", "refunded_quantity"],
  ],
  changes: [
    ["Order", "order_number"],
    ["Settled at", "settled_at"],
    ["Product", "product"],
    ["Size", "size"],
    ["Quantity", "quantity"],
    ["Replaced or left out", "kind"],
    ["Replacement", "replacement"],
    ["Size of the replacement", "replacement_size"],
    ["Quantity of the replacement", "replacement_quantity"],
    ["Paid", "paid"],
    ["Sales tax paid", "paid_tax"],
    ["Charged", "charged"],
    ["Sales tax charged", "charged_tax"],
    ["Refunded", "refunded"],
  ],
  payments: [
    ["Payment", "payment_intent_id"],
    ["Received at", "received_at"],
    ["Order", "order_number"],
    ["For", "purpose"],
    ["Method", "method"],
    ["Amount", "amount"],
    ["Refunded", "refunded"],
  ],
  refunds: [
    ["Refund", "refund_id"],
    ["Settled at", "settled_at"],
    ["Order", "order_number"],
    ["Payment", "payment_intent_id"],
    ["Method", "method"],
    ["Reason", "reason"],
    ["Amount", "amount"],
    ["Sales tax", "tax"],
  ],
} as const satisfies Record<string, readonly (readonly [head: string, column: string])[]>;

export type AccountingExport = keyof typeof ACCOUNTING_EXPORTS;
export const EXPORT_NAMES = keysOf(ACCOUNTING_EXPORTS);

/** Rows per response of the database. */
const PAGE = 1000;

type ExportRow = Record<string, string | number | null>;

/**
 * Reads an accounting export page by page.
 * @param onRows called with the number of lines so far
 */
async function readExport(
  data: BrowserData,
  exportName: AccountingExport,
  { from, to }: DayRange,
  onRows: (count: number) => void,
): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (let isMore = true; isMore; ) {
    const page = resultOf(
      await data.rest.rpc("export_accounting", {
        what: exportName,
        first_day: from,
        last_day: to,
        skip_count: rows.length,
      }),
    );
    rows.push(...(page as ExportRow[]));
    onRows(rows.length);
    isMore = page.length === PAGE;
  }
  return rows;
}

/**
 * Downloads an accounting export.
 * @param onRows called with the number of lines so far
 * @returns null, or a message if there are no lines
 */
export async function downloadExport(
  data: BrowserData,
  exportName: AccountingExport,
  range: DayRange,
  timeZone: string,
  onRows: (count: number) => void,
): Promise<Answer | null> {
  const rows = await readExport(data, exportName, range, onRows);
  if (rows.length === 0) return rejected(nothingText());
  const columns = ACCOUNTING_EXPORTS[exportName];
  await saveTable(
    exportName,
    range,
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, column]) => cellText(column, row[column], timeZone))),
  );
  return null;
}

function cellText(column: string, value: string | number | null | undefined, timeZone: string): string {
  return column.endsWith("_at") && value ? stampText(String(value), timeZone) : String(value ?? "");
}

const LEDGER_HEADS = ["Date", "Order", "Entry", "For", "Method", "Payment", "Amount"] as const;

/**
 * Downloads payments and refunds in one file, refunds as negative amounts. Same parameters and result as
 * `downloadExport`.
 */
export async function downloadLedger(
  data: BrowserData,
  range: DayRange,
  timeZone: string,
  onRows: (count: number) => void,
): Promise<Answer | null> {
  const payments = await readExport(data, "payments", range, onRows);
  const refunds = await readExport(data, "refunds", range, (count) => onRows(payments.length + count));
  const rows = ledgerRows(payments, refunds, timeZone);
  if (rows.length === 0) return rejected(nothingText());
  await saveTable("ledger", range, LEDGER_HEADS, rows);
  return null;
}

const nothingText = () => t("There is nothing to export for these days.");

/** Returns the lines of the ledger, sorted by time. */
export function ledgerRows(
  payments: readonly ExportRow[],
  refunds: readonly ExportRow[],
  timeZone: string,
): string[][] {
  const entries = [
    ...payments.map((row) => ({ at: row["received_at"], entry: "Payment", reason: row["purpose"], sign: "", row })),
    ...refunds.map((row) => ({ at: row["settled_at"], entry: "Refund", reason: row["reason"], sign: "-", row })),
  ];
  const time = (at: unknown) => new Date(String(at)).getTime();
  return entries
    .toSorted((a, b) => time(a.at) - time(b.at))
    .map(({ at, entry, reason, sign, row }) => [
      cellText("entered_at", at, timeZone),
      String(row["order_number"] ?? ""),
      entry,
      String(reason ?? "").replaceAll("_", " "),
      String(row["method"] ?? "").replaceAll("_", " "),
      String(row["payment_intent_id"] ?? ""),
      `${sign}${Number(row["amount"]).toFixed(2)}`,
    ]);
}
