import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";

/**
 * Product that can replace one out of stock, with the refund to the customer for the replaced units; 0 if it costs as
 * much or more.
 */
export type Replacement = Awaited<ReturnType<typeof listReplacements>>[number];

/** Number of missing units of a line, and quantity of the replacement. */
export type ReplacedCounts = { quantity: number; replacementQuantity: number };

/**
 * Returns the closest products of the category; with search words, matching products, those of the same category first.
 */
export function listReplacements(
  data: BrowserData,
  lineId: number,
  { quantity, replacementQuantity }: ReplacedCounts,
  typed: string,
) {
  return readWithRetries(["replacements", lineId, quantity, replacementQuantity, typed], async () => {
    const rows = rowsOf(
      await data.rest.rpc("list_replacements", {
        order_item_id: lineId,
        quantity,
        typed,
        replacement_quantity: replacementQuantity,
      }),
    );
    return (rows ?? []).map(({ size_id, size_label, ...row }) => ({
      ...camelCased(row, "unit_price"),
      size: size_id === null ? null : { id: size_id, label: size_label ?? "" },
    }));
  });
}
