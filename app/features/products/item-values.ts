import { readWeight, weightFromRow } from "#app/features/catalog/gross-weight.ts";
import type { ItemField } from "#app/features/catalog/product-fields.ts";
import { t } from "#app/messages/t.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { barcodeProblem } from "#app/values/barcode.ts";

/** SKU, barcode, vendor, and weight of a product or size, as form texts; empty if unknown. */
export type ItemValues = Record<ItemField, string>;

export const NO_ITEM: ItemValues = { sku: "", barcode: "", vendor: "", weight: "" };

/** Columns of `inventory_items` that the form shows. */
export const ITEM_COLUMNS = "sku, barcode, vendor, weight, weight_unit";

type ItemRow = Pick<TableRow<"inventory_items">, "sku" | "barcode" | "vendor" | "weight" | "weight_unit">;

export function itemFromRow(row: ItemRow | null | undefined): ItemValues {
  if (!row) return NO_ITEM;
  return { sku: row.sku, barcode: row.barcode, vendor: row.vendor, weight: weightFromRow(row) };
}

export function readItem(text: (name: ItemField) => string): ItemValues {
  return { sku: text("sku"), barcode: text("barcode"), vendor: text("vendor"), weight: text("weight") };
}

export function itemLabels(): ItemValues {
  return { sku: t("SKU"), barcode: t("Barcode"), vendor: t("Vendor"), weight: t("Weight") };
}

/** Returns error messages by field. */
export function itemProblems({ sku, barcode, vendor, weight }: ItemValues): Partial<ItemValues> {
  const ofBarcode = barcodeProblem(barcode);
  return {
    ...(sku.length > 60 ? { sku: t("60 characters at most.") } : {}),
    ...(ofBarcode ? { barcode: ofBarcode } : {}),
    ...(vendor.length > 100 ? { vendor: t("100 characters at most.") } : {}),
    ...(weight !== "" && readWeight(weight) === null
      ? { weight: t("Enter a weight such as 2.5 lb, 40 oz, or 500 g.") }
      : {}),
  };
}
