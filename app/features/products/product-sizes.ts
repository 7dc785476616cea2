import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { resultOf } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { type FieldLabel, saveMerged } from "#app/ui/save-merged.ts";
import { centsFrom } from "#app/values/money.ts";
import { isRejection } from "./item-queries.ts";
import { ITEM_COLUMNS, itemFromRow } from "./item-values.ts";
import { productLabel } from "./product-labels.ts";
import { type SizeDraft, sizeDraftRow } from "./size-draft.ts";

/** Initial form values of a size; values that it inherits from the product are empty. */
export type SizeInForm = Awaited<ReturnType<typeof listSizes>>[number];

/** Returns the sizes of a product with the stock of each, for admins. @throws when they cannot be read */
export async function listSizes(data: BrowserData, productId: number) {
  const rows = resultOf(
    await data.rest
      .from("product_sizes")
      .select(
        `id, label, price, discount_price, availability, amount, unit, size_stock(stock_count), inventory_items(${ITEM_COLUMNS})`,
      )
      .eq("product_id", productId)
      .is("archived_at", null)
      .order("position")
      .order("id"),
  );
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    priceCents: centsFrom(row.price),
    discountPriceCents: centsFrom(row.discount_price),
    availability: row.availability,
    amount: row.amount !== null && row.unit !== null ? { value: row.amount, unit: row.unit } : null,
    stockCount: row.size_stock?.stock_count ?? null,
    item: itemFromRow(row.inventory_items),
  }));
}

/**
 * Saves the changes of a product's sizes together.
 * @param before sizes when the form opened
 * @returns an error message for staff, or null on success
 */
export async function saveSizes(
  data: BrowserData,
  product: { id: number; name: string },
  drafts: readonly SizeDraft[],
  before: readonly SizeInForm[],
): Promise<string | null> {
  let soldLabels: string[] = [];
  const { error } = await saveMerged({
    before: { sizes: before.map(sizeRow) },
    mine: { sizes: drafts.map(sizeDraftRow) },
    subject: product.name,
    labels: ([, id, column]) => sizeLabel([...drafts, ...before], id, column),
    write: async ({ sizes }, expected) => {
      const countBefore = new Map(expected.sizes.map(({ id, stock_count }) => [id, stock_count]));
      const answer = await data.rest.rpc("set_product_sizes", {
        product_id: product.id,
        sizes: sizes.map((size) => ({ ...size, stock_count_before: countBefore.get(size.id) ?? null })),
        expected: expected.sizes.map(({ stock_count: _, ...size }) => size),
      });
      soldLabels = answer.data ?? [];
      return listResult(answer, async () => ({ sizes: (await listSizes(data, product.id)).map(sizeRow) }));
    },
  });
  if (error) {
    console.error(error);
    const { name } = product;
    return isRejection(error)
      ? t("{name} was saved, but not its sizes: {reason}", { name, reason: error.message })
      : t("{name} was saved, but not its sizes. Open it again and save them.", { name });
  }
  return soldLabels.length === 0
    ? null
    : t("{name} was just bought in {sizes}, so that quantity didn't change. Open it again and check.", {
        name: product.name,
        sizes: soldLabels.join(", "),
      });
}

/** Returns a saved size as `set_product_sizes` expects it; the stock only if the size is counted, as in the form. */
function sizeRow({ item, stockCount, ...size }: SizeInForm) {
  const isCounted = size.availability === "counted";
  return sizeDraftRow({ ...size, ...item, stockCount: isCounted ? stockCount : null });
}

function sizeLabel(sizes: readonly { id: number | null; label: string }[], id?: string, column?: string): FieldLabel {
  const name = sizes.find((size) => String(size.id) === id)?.label;
  if (name === undefined || column === undefined) return name ?? t("Sizes");
  const field = productLabel(column);
  if (typeof field === "string") return `${field} (${name})`;
  return { ...field, label: `${field.label} (${name})` };
}
