import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";
import type { MovementKind } from "./movement.ts";

const COLUMNS =
  "id, kind, quantity, stock_change, stock_after, unit_cost, note, staff_name, moved_at, reverses_id, products(name), product_sizes(label)";
type MovementRow = SelectedRow<"stock_movements", typeof COLUMNS>;

/** Movements to show; null for all. */
export type MovementFilter = { kind: MovementKind | null; productId: number | null };

const LINES_PER_PAGE = 50;

/** Returns a page of the ledger, newest first; null past the last page. For managers. */
export function listMovements({ rest }: BrowserData, { kind, productId }: MovementFilter, pageIndex: number) {
  return readWithRetries(["stock-movements", kind, productId, pageIndex], async () => {
    const all = rest.from("stock_movements").select(COLUMNS, { count: "exact" });
    const ofKind = kind === null ? all : all.eq("kind", kind);
    const answer = await (productId === null ? ofKind : ofKind.eq("product_id", productId))
      .order("id", { ascending: false })
      .range(...rowsOfPage(pageIndex, LINES_PER_PAGE));
    if (isPastTheLastRow(answer)) return null;
    const rows = rowsOf(answer) ?? [];
    const undone = await listUndoneIds(rest, rows);
    const items = rows.map((row) => movementFromRow(row, undone));
    return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: LINES_PER_PAGE });
  });
}

/** Returns which of these movements were reversed, even by an entry on another page. */
async function listUndoneIds(rest: BrowserData["rest"], rows: readonly MovementRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const found = rowsOf(
    await rest
      .from("stock_movements")
      .select("reverses_id")
      .in(
        "reverses_id",
        rows.map(({ id }) => id),
      ),
  );
  return new Set((found ?? []).flatMap(({ reverses_id }) => (reverses_id === null ? [] : [reverses_id])));
}

/** Entry of the stock ledger. Its cost is that of all units; null if unknown. */
export type StockMovement = ReturnType<typeof movementFromRow>;

function movementFromRow(
  { products, product_sizes, unit_cost, reverses_id, ...row }: MovementRow,
  undone: ReadonlySet<number>,
) {
  return {
    ...camelCased(row),
    name: sizedName(products.name, product_sizes?.label),
    costCents: unit_cost === null ? null : centsFrom(unit_cost) * row.quantity,
    isUndone: undone.has(row.id),
  };
}
