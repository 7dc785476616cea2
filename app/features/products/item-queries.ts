import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { barcodeKey, readBarcode } from "#app/values/barcode.ts";
import { sizedName } from "#app/values/sized-name.ts";
import { ITEM_COLUMNS, type ItemValues, itemFromRow, itemLabels } from "./item-values.ts";
import type { ProductDraft } from "./product-draft.ts";
import { sizeField } from "./size-draft.ts";

/** Reads codes, vendor, and weight of a product itself, for staff. @throws when they cannot be read */
export async function findItem(data: BrowserData, productId: number): Promise<ItemValues> {
  return itemFromRow(
    rowsOf(
      await data.rest
        .from("inventory_items")
        .select(ITEM_COLUMNS)
        .eq("product_id", productId)
        .is("size_id", null)
        .maybeSingle(),
    ),
  );
}

/**
 * Saves codes, vendor, and weight of a product if they were changed in the form.
 * @returns an error message for staff, or null on success
 */
export async function saveItem(
  data: BrowserData,
  product: { id: number; name: string },
  item: ItemValues,
  before: ItemValues,
): Promise<string | null> {
  const { error } = await saveMerged({
    before,
    mine: item,
    subject: product.name,
    labels: itemLabels(),
    write: async (changed: ItemValues, expected: ItemValues) =>
      listResult(
        await data.rest.rpc("save_inventory_item", { product_id: product.id, size_id: null, item: changed, expected }),
        () => findItem(data, product.id),
      ),
  });
  if (!error) return null;
  console.error(error);
  const { name } = product;
  return isRejection(error)
    ? t("{name} was saved, but not its codes, vendor, and weight: {reason}", { name, reason: error.message })
    : t("{name} was saved, but not its codes, vendor, and weight. Open it again and save them.", { name });
}

/** Returns whether the database rejected the change with a message for users. */
export function isRejection({ code }: { code: string }): boolean {
  return code === "PT409";
}

/**
 * Returns a message by field for each barcode in the form that another product already has, so that it is shown before
 * anything is saved. Returns none without a connection; the database checks again.
 * @param productId null for a new product
 */
export async function findTakenBarcodes(
  data: BrowserData,
  productId: number | null,
  { item, sizes }: Pick<ProductDraft, "item" | "sizes">,
): Promise<FieldErrors> {
  const typed = [
    { field: "barcode", barcode: item.barcode },
    ...sizes.map(({ key, barcode }) => ({ field: sizeField(key, "barcode"), barcode })),
  ].map(({ field, barcode }) => ({ field, key: barcodeKey(readBarcode(barcode) ?? "") }));
  const keys = typed.map(({ key }) => key).filter((key) => key !== "");
  if (keys.length === 0) return {};
  const { data: taken } = await data.rest
    .from("inventory_items")
    .select("barcode_key, products(name), product_sizes(label)")
    .in("barcode_key", keys)
    .neq("product_id", productId ?? 0);
  return Object.fromEntries(
    typed.flatMap(({ field, key }) => {
      const other = taken?.find(({ barcode_key }) => barcode_key === key);
      if (!other) return [];
      return [
        [
          field,
          t("{name} has this barcode already.", {
            name: sizedName(other.products.name, other.product_sizes?.label ?? null),
          }),
        ],
      ];
    }),
  );
}
