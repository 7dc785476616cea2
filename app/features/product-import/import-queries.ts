import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readRows, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { isKeyOf } from "#app/values/typed-object.ts";

const COLUMNS = "id, file_name, created_at, applied_at, undone_at, add_count, change_count, same_count, rejected_count";
export type ProductImport = SelectedRow<"imports", typeof COLUMNS>;

const ROW_COLUMNS = "place, row_number, cells, result, reasons, is_size, product_id, before, after, undo_skip_reason";
export type JudgedRow = SelectedRow<"import_rows", typeof ROW_COLUMNS>;

/** Labels of the row results, by which the owner filters the preview. */
export const resultLabels = () => ({
  add: t("New"),
  change: t("Changed"),
  refuse: t("Rejected"),
  same: t("Unchanged"),
  left: t("Not undone"),
});

export type ShownResult = keyof ReturnType<typeof resultLabels>;

/** Open import with one page of its rows. */
export type OpenImport = { one: ProductImport; shown: ShownResult; rows: PageOf<JudgedRow> };

/** Even with the longest texts, before and after, this many rows fit into one response of the data service (4 MB). */
const ROWS_PER_PAGE = 25;

/** Returns the applied imports, the latest first. */
export function listImports(data: BrowserData): Promise<ProductImport[]> {
  return readRows(["imports"], () =>
    data.rest.from("imports").select(COLUMNS).not("applied_at", "is", null).order("id", { ascending: false }).limit(10),
  );
}

/** Returns null if the import does not exist, or not anymore. */
export function findImport(data: BrowserData, id: number): Promise<ProductImport | null> {
  return readRow(["import", id], () => data.rest.from("imports").select(COLUMNS).eq("id", id).maybeSingle());
}

/** Returns one page of an import's rows, in file order; null past the last page. */
export function listImportRows(
  data: BrowserData,
  id: number,
  shown: ShownResult,
  pageIndex: number,
): Promise<PageOf<JudgedRow> | null> {
  return readWithRetries(["import-rows", id, shown, pageIndex], async () => {
    const all = data.rest.from("import_rows").select(ROW_COLUMNS, { count: "exact" }).eq("import_id", id);
    const answer = await (shown === "left" ? all.not("undo_skip_reason", "is", null) : all.eq("result", shown))
      .order("place")
      .range(...rowsOfPage(pageIndex, ROWS_PER_PAGE));
    if (isPastTheLastRow(answer)) return null;
    const items = rowsOf(answer) ?? [];
    return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: ROWS_PER_PAGE });
  });
}

/** Returns the result type to show first: rejected, then new, then changed. */
export function shownResultFrom(text: string | null, one: ProductImport): ShownResult {
  if (isKeyOf(resultLabels(), text)) return text;
  if (one.rejected_count > 0) return "refuse";
  return one.add_count > 0 ? "add" : "change";
}
