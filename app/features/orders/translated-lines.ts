import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { OrderLine, OrderWithLines } from "./order.ts";
import type { Substitution } from "./substitution.ts";

/** Row of `translate_order_lines`. */
interface TranslatedRow {
  order_item_id: number;
  /** Null for the line itself, otherwise its replacement. */
  substitution_id: number | null;
  name: string;
  size_label: string | null;
}

/** Returns an order for its customer, with names in the language of the page; in English if they cannot be read. */
export async function orderInPageLanguage<Shown extends Pick<OrderWithLines, "id" | "lines">>(
  data: BrowserData,
  order: Shown,
): Promise<Shown> {
  const language = currentLocale();
  if (language === DEFAULT_LOCALE) return order;
  const rows = await readWithRetries(["order-names", order.id, language], async () =>
    rowsOf(await data.rest.rpc("translate_order_lines", { order_id: order.id, language })),
  ).catch(() => null);
  return rows ? { ...order, lines: translateLines(order.lines, rows) } : order;
}

export function translateLines(lines: readonly OrderLine[], rows: readonly TranslatedRow[]): OrderLine[] {
  const rowOf = new Map(rows.map((row) => [`${row.order_item_id} ${row.substitution_id}`, row]));
  return lines.map((line) => {
    const row = rowOf.get(`${line.id} null`);
    const changes = line.changes.map((change) => translateChange(change, rowOf.get(`${line.id} ${change.id}`)));
    if (!row) return { ...line, changes };
    return {
      ...line,
      changes,
      name: row.name,
      size: line.size && { ...line.size, label: row.size_label ?? line.size.label },
      ...(row.name === line.name ? { untranslated: ["name"] } : {}),
    };
  });
}

function translateChange(change: Substitution, row: TranslatedRow | undefined): Substitution {
  const { replacement } = change;
  if (!row || !replacement) return change;
  return { ...change, replacement: { ...replacement, name: row.name, size: row.size_label ?? replacement.size } };
}
