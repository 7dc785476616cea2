import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { centsFrom } from "#app/values/money.ts";
import { isRejection } from "./item-queries.ts";
import { ITEM_COLUMNS, itemFromRow } from "./item-values.ts";
import { type SizeDraft, sizeDraftRow } from "./size-draft.ts";
import type { SizeInForm } from "./size-fields.tsx";

/**
 * Returns the sizes of a product with the stock of each, for admins.
 * @throws when they cannot be read
 */
export async function listSizes(data: BrowserData, productId: number): Promise<SizeInForm[]> {
  const { data: rows, error } = await data.rest
    .from("product_sizes")
    .select(
      `id, label, price, discount_price, availability, amount, unit, size_stock(stock_count), inventory_items(${ITEM_COLUMNS})`,
    )
    .eq("product_id", productId)
    .is("archived_at", null)
    .order("position")
    .order("id");
  if (error) throw new Error(error.message, { cause: error });
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    priceCents: row.price === null ? null : centsFrom(row.price),
    discountPriceCents: row.discount_price === null ? null : centsFrom(row.discount_price),
    availability: row.availability,
    amount: row.amount !== null && row.unit !== null ? { value: row.amount, unit: row.unit } : null,
    stockCount: row.size_stock?.stock_count ?? null,
    item: itemFromRow(row.inventory_items),
  }));
}

/**
 * Saves all sizes of a product together.
 * @param hadSizes whether it had sizes when the form opened
 * @returns an error message for staff, or null on success
 */
export async function saveSizes(
  data: BrowserData,
  product: { id: number; name: string },
  drafts: readonly SizeDraft[],
  hadSizes: boolean,
): Promise<string | null> {
  if (drafts.length === 0 && !hadSizes) return null;
  const { data: labels, error } = await data.rest.rpc("set_product_sizes", {
    product_id: product.id,
    sizes: drafts.map(sizeDraftRow),
  });
  if (error) {
    console.error(error);
    const { name } = product;
    return isRejection(error)
      ? t("{name} was saved, but not its sizes: {reason}", { name, reason: error.message })
      : t("{name} was saved, but not its sizes. Open it again and save them.", { name });
  }
  return labels.length === 0
    ? null
    : t("{name} was just bought in {sizes}, so that quantity didn't change. Open it again and check.", {
        name: product.name,
        sizes: labels.join(", "),
      });
}
