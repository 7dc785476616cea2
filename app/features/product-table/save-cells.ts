import type { Availability } from "#app/features/catalog/product.ts";
import { reasonsText } from "#app/features/product-import/import-reasons.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { rejectionText } from "#app/platform/command-result.ts";
import { centsFrom } from "#app/values/money.ts";
import { type ProductCells, type ProductRow, productRowFromCells } from "./product-row.ts";

/** Values of a row that a cell edit can write; prices in dollars. */
export interface CellValues {
  name?: string;
  price?: number | null;
  discount_price?: number | null;
  availability?: Availability;
  stock?: number | null;
  hidden?: boolean;
  sku?: string;
  barcode?: string;
  vendor?: string;
  weight?: string;
}

/** Change of a row, with the values that it replaces. */
export interface CellEdit {
  row: Pick<ProductRow, "productId" | "sizeId">;
  before: CellValues;
  after: CellValues;
}

/** Result of one edit. `row` has the current values; null if it was removed. */
export type CellResult =
  | { kind: "saved" | "same" | "conflict"; row: ProductRow | null }
  | { kind: "rejected"; message: string; row: ProductRow | null };

/** Maximum number of changes per request, as in the database. */
const MAX_EDITS = 500;

/**
 * Saves cells, each one separately. A cell that was changed by someone else meanwhile is a conflict and is not written.
 * @returns the result of each, in their order; without a response, each is rejected
 */
export async function saveCells(data: BrowserData, edits: readonly CellEdit[]): Promise<CellResult[]> {
  const results: CellResult[] = [];
  for (let first = 0; first < edits.length; first += MAX_EDITS) {
    results.push(...(await savePart(data, edits.slice(first, first + MAX_EDITS))));
  }
  return results;
}

async function savePart(data: BrowserData, edits: readonly CellEdit[]): Promise<CellResult[]> {
  const changes = edits.map(({ row, before, after }) => ({
    product_id: row.productId,
    size_id: row.sizeId,
    before,
    after,
  }));
  const answer = await data.rest.rpc("save_product_cells", { changes });
  if (answer.error) {
    const message = rejectionText(answer.error);
    return edits.map(() => ({ kind: "rejected", message, row: null }));
  }
  return answer.data.map(({ result, reasons, row: cells }) => {
    const row = cells === null ? null : productRowFromCells(cells as ProductCells);
    if (result === "refuse") return { kind: "rejected", message: reasonsText(reasons), row };
    return { kind: result === "change" ? "saved" : (result as "same" | "conflict"), row };
  });
}

/** Returns the row with the values of an edit. */
export function editedRow(row: ProductRow, { after }: CellEdit): ProductRow {
  const { hidden, stock, price, discount_price, ...others } = after;
  return {
    ...row,
    ...others,
    isHidden: hidden ?? row.isHidden,
    stockCount: stock === undefined ? row.stockCount : stock,
    priceCents: price === undefined ? row.priceCents : centsFrom(price),
    discountPriceCents: discount_price === undefined ? row.discountPriceCents : centsFrom(discount_price),
  };
}

/**
 * Returns the edited rows with the values that are saved now. An edit that failed is taken back from the shown row, which
 * may already have later edits.
 */
export function rowsAfter(
  shown: ReadonlyMap<string, ProductRow>,
  edits: readonly { row: ProductRow; edit: CellEdit }[],
  results: readonly CellResult[],
): ProductRow[] {
  const rows = new Map<string, ProductRow>();
  for (const [place, { row, edit }] of edits.entries()) {
    const now = rows.get(row.key) ?? shown.get(row.key);
    const saved = results[place]?.row ?? (now && editedRow(now, inverseOf(edit)));
    if (saved) rows.set(row.key, saved);
  }
  return [...rows.values()];
}

/** Returns the edit that restores the previous values. */
export function inverseOf({ row, before, after }: CellEdit): CellEdit {
  return { row, before: after, after: before };
}
