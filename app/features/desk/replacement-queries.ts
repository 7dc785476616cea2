import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";

/** Product that can replace one out of stock. */
export interface Replacement {
  productId: number;
  size: { id: number; label: string } | null;
  name: string;
  imageUrl: string;
  unitPriceCents: number;
  isSameCategory: boolean;
  /** Refund to the customer for the replaced units; 0 if the replacement costs as much or more. */
  refundCents: number;
}

/** Number of missing units of a line, and quantity of the replacement. */
export interface ReplacedCounts {
  quantity: number;
  replacementQuantity: number;
}

/**
 * Returns the closest products of the category; with search words, matching products, those of the same category first.
 */
export function listReplacements(
  data: BrowserData,
  lineId: number,
  { quantity, replacementQuantity }: ReplacedCounts,
  typed: string,
): Promise<Replacement[]> {
  return readWithRetries(["replacements", lineId, quantity, replacementQuantity, typed], async () => {
    const rows = rowsOf(
      await data.rest.rpc("list_replacements", {
        order_item_id: lineId,
        quantity,
        typed,
        replacement_quantity: replacementQuantity,
      }),
    );
    return (rows ?? []).map((row) => ({
      productId: row.product_id,
      size: row.size_id === null ? null : { id: row.size_id, label: row.size_label ?? "" },
      name: row.name,
      imageUrl: row.image_url,
      unitPriceCents: centsFrom(row.unit_price),
      isSameCategory: row.is_same_category,
      refundCents: row.refund_cents,
    }));
  });
}
