import { findCategory } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { moneyText } from "#app/values/money.ts";
import { type CellField, cellLabel, storedText } from "./cells.ts";
import styles from "./grid-row.module.css";
import { leftCount, type ProductRow } from "./product-row.ts";
import type { ColumnId } from "./table-columns.ts";
import type { CellState } from "./use-cell-edits.ts";

/** Returns the text of a column that has no editor. */
export function plainText(row: ProductRow, column: ColumnId): string {
  if (row.sizeId !== null) return "";
  if (column === "size")
    return row.sizeCount === 0
      ? row.label
      : t("{count, plural, one {# size} other {# sizes}}", { count: row.sizeCount });
  if (column === "category") return findCategory(row.category)?.title() ?? row.category;
  return column === "storage" && row.storage !== null ? storedText(row.storage) : "";
}

/** Content of a cell that is not being edited. */
export function CellText({
  row,
  field,
  state,
  lowStockAt,
}: {
  row: ProductRow;
  field: CellField;
  state: CellState | undefined;
  lowStockAt: number;
}) {
  if (state !== undefined && state.kind !== "saved") {
    return (
      <>
        {state.text.trim() || t("none")}
        <span className={styles.mark}>
          {state.kind === "saving" ? "…" : <Icon name="warning" />}
          <HiddenText>{state.kind === "saving" ? t(" is being saved") : t(" is not saved")}</HiddenText>
        </span>
      </>
    );
  }
  return (
    <>
      {field === "name" && row.sizeId !== null
        ? partlyHidden(t("<hidden>{name}, size </hidden>{label}", { name: row.name, label: row.label }))
        : cellLabel(row, field)}
      {field === "stock" && isLow(row, lowStockAt) ? <HiddenText>{t(", low stock")}</HiddenText> : null}
      {field === "discount" && row.offerPriceCents !== null ? (
        <span className={styles.offer} title={t("Current price of a timed offer")}>
          {t("offer {amount}", { amount: moneyText(row.offerPriceCents) })}
        </span>
      ) : null}
      {state?.kind === "saved" ? (
        <span className={styles.saved}>
          <Icon name="check" />
          <HiddenText>{t("saved")}</HiddenText>
        </span>
      ) : null}
    </>
  );
}

function isLow(row: ProductRow, lowStockAt: number): boolean {
  const left = leftCount(row);
  return left !== null && left <= lowStockAt;
}

/** Returns the color of a cell: low stock is emphasized, default values are muted. */
export function toneOf(row: ProductRow, field: CellField, lowStockAt: number): "low" | "soft" | undefined {
  if (field === "stock" && (row.availability === "sold_out" || isLow(row, lowStockAt))) return "low";
  const isSoft =
    (field === "price" && row.priceCents === null) ||
    (field === "stock" && row.availability === "available") ||
    (field === "status" && !row.isHidden && row.hasPictures);
  return isSoft ? "soft" : undefined;
}
