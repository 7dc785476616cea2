import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import type { OrderWithLines } from "./order.ts";
import type { OrderLine } from "./order-line.ts";
import type { Substitution } from "./substitution.ts";

/** Names of a line, or of the replacement with the id of a substitution; its size is else that of its package. */
export type TranslatedRow = FunctionRow<"translate_order_lines">;

/** Returns an order with names in the language of the page; in English if they cannot be read. */
export async function orderInPageLanguage<Shown extends Pick<OrderWithLines, "id" | "lines">>(
  data: BrowserData,
  order: Shown,
): Promise<Shown> {
  const rows = await readTranslatedLines(data, [order.id]);
  return { ...order, lines: translateLines(order.lines, rows) };
}

/** Returns the names of the lines of these orders in the language of the page; none if it is English, or on failure. */
export async function readTranslatedLines(data: BrowserData, orderIds: readonly string[]): Promise<TranslatedRow[]> {
  const language = currentLocale();
  if (language === DEFAULT_LOCALE || orderIds.length === 0) return [];
  return readRows(["order-names", language, ...orderIds], () =>
    data.rest.rpc("translate_order_lines", { order_ids: [...orderIds], language }),
  ).catch(() => []);
}

export function translateLines(lines: readonly OrderLine[], rows: readonly TranslatedRow[]): OrderLine[] {
  return lines.map((line) => {
    const { row, changes } = translationOf(line, rows);
    if (!row) return { ...line, changes };
    return {
      ...line,
      changes,
      name: row.name,
      size: line.size && { ...line.size, label: row.size_label ?? line.size.label },
      packSize: line.packSize && (row.size_label ?? line.packSize),
      ...(row.name === line.name ? { untranslated: ["name"] } : {}),
    };
  });
}

/** Returns the row of a line, and its substitutions with translated names. */
export function translationOf(
  { id, changes }: Pick<OrderLine, "id" | "changes">,
  rows: readonly TranslatedRow[],
): { row: TranslatedRow | undefined; changes: Substitution[] } {
  const find = (substitutionId: number | null) =>
    rows.find((row) => row.order_item_id === id && row.substitution_id === substitutionId);
  return { row: find(null), changes: changes.map((change) => translateChange(change, find(change.id))) };
}

function translateChange(change: Substitution, row: TranslatedRow | undefined): Substitution {
  const { replacement } = change;
  if (!row || !replacement) return change;
  return { ...change, replacement: { ...replacement, name: row.name, size: row.size_label ?? replacement.size } };
}
