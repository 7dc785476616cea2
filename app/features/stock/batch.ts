import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** Money in dollars. */
export type BatchRow = FunctionRow<"list_batches">;

/** Units of one delivery with the same best-before date. */
export interface Batch {
  id: number;
  productId: number;
  name: string;
  /** Whether the product has sizes, so that an offer applies to all of them. */
  hasSizes: boolean;
  /** `YYYY-MM-DD`; the last day of sale. */
  bestBefore: string;
  /** 0 on the last day, negative after it. */
  daysLeft: number;
  receivedCount: number;
  /** Estimated units left; null if the product is not counted. */
  leftCount: number | null;
  /** Units that can be taken off sale; never more than the stock. */
  removableCount: number;
  costCents: number | null;
  priceCents: number;
  currentPriceCents: number;
  offerEndsAt: string | null;
}

export function batchFromRow(row: BatchRow): Batch {
  return {
    id: row.id,
    productId: row.product_id,
    name: sizedName(row.name, row.size_label),
    hasSizes: row.has_sizes,
    bestBefore: row.best_before,
    daysLeft: row.days_left,
    receivedCount: row.quantity,
    leftCount: row.left_count,
    removableCount: Math.min(row.left_count ?? 0, row.stock_count ?? 0),
    costCents: row.unit_cost === null ? null : centsFrom(row.unit_cost),
    priceCents: centsFrom(row.price),
    currentPriceCents: centsFrom(row.current_price),
    offerEndsAt: row.offer_ends_at,
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
