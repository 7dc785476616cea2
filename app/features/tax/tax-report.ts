import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { amountText } from "#app/values/money.ts";

/**
 * One month of the ledger, such as "2026-11"; amounts in cents: sales without tax (gross) with the exempt and taxable
 * parts of them, collected tax, refunds, and the tax returned with them.
 */
export type TaxMonth = Awaited<ReturnType<typeof listTaxMonths>>[number];

/** Returns the months of a year up to the current one; for admins. */
export async function listTaxMonths({ rest }: BrowserData, year: number) {
  const rows = await readRows(["tax-report", year], () => rest.rpc("report_sales_tax", { year }));
  return rows.map(({ month, ...row }) => ({
    month: month.slice(0, 7),
    ...camelCased(row, "gross", "exempt", "taxable", "collected", "refunded", "returned"),
  }));
}

/** Returns the totals of the listed months. */
export function sumOfMonths(months: readonly TaxMonth[]): Omit<TaxMonth, "month"> {
  const sum = (name: keyof Omit<TaxMonth, "month">) => months.reduce((total, month) => total + month[name], 0);
  return {
    orderCount: sum("orderCount"),
    grossCents: sum("grossCents"),
    exemptCents: sum("exemptCents"),
    taxableCents: sum("taxableCents"),
    collectedCents: sum("collectedCents"),
    refundedCents: sum("refundedCents"),
    returnedCents: sum("returnedCents"),
  };
}

/** Sums of the report, in column order, with their headings in the CSV file, which is always in English. */
export const REPORT_SUMS = [
  ["Gross", ({ grossCents }) => grossCents],
  ["Exempt", ({ exemptCents }) => exemptCents],
  ["Taxable", ({ taxableCents }) => taxableCents],
  ["Tax collected", ({ collectedCents }) => collectedCents],
  ["Refunded", ({ refundedCents }) => refundedCents],
  ["Tax returned", ({ returnedCents }) => returnedCents],
  ["Tax due", ({ collectedCents, returnedCents }) => collectedCents - returnedCents],
] as const satisfies readonly (readonly [string, (month: Omit<TaxMonth, "month">) => number])[];

/** Returns the translated headings of the sums, for the page. */
export function sumLabels(): string[] {
  return [t("Gross"), t("Exempt"), t("Taxable"), t("Tax collected"), t("Refunded"), t("Tax returned"), t("Tax due")];
}

/** Returns headings and rows of the CSV file, in dollars. */
export function reportTable(months: readonly TaxMonth[]): { heads: string[]; rows: string[][] } {
  return {
    heads: ["Month", "Orders", ...REPORT_SUMS.map(([name]) => name)],
    rows: months.map((month) => [
      month.month,
      String(month.orderCount),
      ...REPORT_SUMS.map(([, centsOf]) => amountText(centsOf(month))),
    ]),
  };
}
