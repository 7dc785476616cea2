import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { columnText, valueText } from "./audit-values.ts";

const COLUMNS = "id, happened_at, kind, subject, actor, actor_email, actor_role, before, after";
export type AuditEntry = SelectedRow<"audit_log", typeof COLUMNS>;
export type AuditKind = AuditEntry["kind"];

export const auditKinds = (): Record<AuditKind, string> => ({
  refund: t("Refunds"),
  price: t("Prices"),
  settings: t("Settings"),
  export: t("Exports"),
  right: t("Permissions"),
  counter: t("Point-of-sale orders"),
  import: t("Imports"),
  fee: t("Delivery fees"),
  customer: t("Customer data requests"),
  stock: t("Stock"),
});

const LINES_PER_PAGE = 30;

export function auditKindFrom(text: string | null): AuditKind | null {
  return isKeyOf(auditKinds(), text) ? text : null;
}

/** Returns a page of the audit log, newest first and an import as one entry; null past the last page. For the owner. */
export function listAuditLog(
  data: BrowserData,
  kind: AuditKind | null,
  pageIndex: number,
): Promise<PageOf<AuditEntry> | null> {
  return readWithRetries(["shop-history", kind, pageIndex], async () => {
    const all = data.rest.from("audit_log").select(COLUMNS, { count: "exact" }).is("import_id", null);
    const answer = await (kind === null ? all : all.eq("kind", kind))
      .order("id", { ascending: false })
      .range(...rowsOfPage(pageIndex, LINES_PER_PAGE));
    if (isPastTheLastRow(answer)) return null;
    const items = rowsOf(answer) ?? [];
    return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: LINES_PER_PAGE });
  });
}

/** Returns the changed columns with the names and the values before and after that people read; null for no value. */
export function changedValues({ before, after }: Pick<AuditEntry, "before" | "after">, timeZone: string) {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((column) => !/(^|_)(id|by)$/.test(column))
    .map((column) => ({
      column,
      name: columnText(column),
      before: valueText(column, old[column], timeZone),
      after: valueText(column, now[column], timeZone),
    }))
    .filter((value) => value.before !== value.after);
}
