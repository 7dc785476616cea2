import { findCategory } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { fieldsOf } from "#app/values/unknown-value.ts";
import { bulkFieldLabels } from "./bulk-form-values.ts";
import { storedText } from "./cells.ts";

const COLUMNS = "place, result, reasons, product_id, size_id, before, after, undo_skip_reason";
export type BulkRow = SelectedRow<"import_rows", typeof COLUMNS>;

/** Maximum number of lines in a preview. */
const MAX_LINES = 200;

/** Tax class for the owner to choose. */
export type TaxClassOption = { id: number; title: string };

/** Returns the rows that a bulk change would change, after those that it rejects. */
export function listBulkRows(data: BrowserData, importId: number): Promise<BulkRow[]> {
  return readRows(["bulk-rows", importId], () =>
    data.rest
      .from("import_rows")
      .select(COLUMNS)
      .eq("import_id", importId)
      .neq("result", "same")
      .order("result", { ascending: false })
      .order("place")
      .limit(MAX_LINES),
  );
}

/** Returns the store's tax classes for the owner; an empty list for others, who may not change them. */
export function listTaxClasses(data: BrowserData): Promise<TaxClassOption[]> {
  return readRows(["tax-class-options"], () => data.rest.from("tax_classes").select("id, title").order("title"));
}

const labels = (): Record<string, string> => {
  const { discount: discount_price, stock: availability, ...others } = bulkFieldLabels();
  return { ...others, discount_price, availability };
};

/** Returns the text of each change: "Price: $10.00 → $8.99". */
export function bulkTexts(
  { before, after }: Pick<BulkRow, "before" | "after">,
  classes: readonly TaxClassOption[],
): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(now).map(
    (name) =>
      `${labels()[name] ?? name}: ${valueText(name, old[name], classes)} → ${valueText(name, now[name], classes)}`,
  );
}

function valueText(name: string, value: unknown, classes: readonly TaxClassOption[]): string {
  if (name === "tax_class_id") return classes.find(({ id }) => id === value)?.title ?? t("category default");
  if (name === "snap")
    return value === "yes" ? t("eligible") : value === "no" ? t("not eligible") : t("as its category");
  if (value === null || value === undefined) return t("none");
  if (typeof value === "number" && name.endsWith("price")) return moneyText(centsFrom(value));
  if (name === "hidden") return value === true ? t("Hidden") : t("Visible");
  if (name === "category") return findCategory(String(value))?.title() ?? String(value);
  return storedText(String(value));
}
