import type { ProductImport } from "#app/features/product-import/import-queries.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import type { ProductRow } from "./product-row.ts";

/** Options for the last digits of a price after a bulk change. */
export const endingLabels = () => ({
  cent: t("To the cent"),
  "99": t("To .99"),
  "49": t("To .49 or .99"),
  "9": t("To .x9"),
});

export type PriceEnding = keyof ReturnType<typeof endingLabels>;

/** Change to all selected rows, as passed to `create_bulk_change`. A discount is taken off the price. */
export type BulkChange =
  | { field: "price"; how: "percent" | "amount"; number: number; ending: PriceEnding; with_discounts: boolean }
  | { field: "discount"; how: "percent" | "amount"; number: number; ending: PriceEnding }
  | { field: "discount"; how: "remove" }
  | { field: "category" | "hidden" | "stock" | "storage" | "snap" | "tax_class_id"; value: string };

/** Maximum number of rows in one bulk change, as in the database. */
export const MAX_BULK_ROWS = 4000;

/** Creates a bulk change as an import, to preview it, apply it with `applyImport`, and undo it with `undoImport`. */
export async function createBulkChange(
  { rest }: BrowserData,
  rows: readonly Pick<ProductRow, "productId" | "sizeId">[],
  change: BulkChange,
): Promise<ProductImport> {
  const selected = rows.map(({ productId, sizeId }) => [productId, sizeId]);
  return commandResult(await rest.rpc("create_bulk_change", { selected, change }));
}
