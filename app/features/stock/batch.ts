import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/**
 * Units of one delivery with the same best-before date, the last day of sale. The days left are 0 on that day and
 * negative after it; the estimated units left are null if the product is not counted.
 */
export type Batch = ReturnType<typeof batchFromRow>;

export function batchFromRow({ size_label, quantity, stock_count, unit_cost, ...row }: FunctionRow<"list_batches">) {
  return {
    ...camelCased(row, "price", "current_price"),
    name: sizedName(row.name, size_label),
    receivedCount: quantity,
    /** Units that can be taken off sale; never more than the stock. */
    removableCount: Math.min(row.left_count ?? 0, stock_count ?? 0),
    costCents: centsFrom(unit_cost),
  };
}

/** Returns "2 days left", "Last day", or "3 days past". */
export function daysLeftText(daysLeft: number): string {
  if (daysLeft === 0) return t("Last day");
  const count = Math.abs(daysLeft);
  return daysLeft > 0
    ? t("{count, plural, one {# day} other {# days}} left", { count })
    : t("{count, plural, one {# day} other {# days}} past", { count });
}

/** Returns "8 of 12 left"; for a product that is not counted, only the number received. */
export function leftText({ leftCount, receivedCount }: Pick<Batch, "leftCount" | "receivedCount">): string {
  return leftCount === null
    ? t("{receivedCount} received, not counted", { receivedCount })
    : t("{leftCount} of {receivedCount} left", { leftCount, receivedCount });
}

/** Returns batches past their date, or with at most this many days left; the earliest date first. For managers. */
export function listBatches({ rest }: BrowserData, maxDays: number): Promise<Batch[]> {
  return readWithRetries(["batches", maxDays], async () =>
    resultOf(await rest.rpc("list_batches", { max_days: maxDays })).map(batchFromRow),
  );
}
