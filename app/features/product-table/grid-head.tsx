// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be positioned individually.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable.
import type { ReactTable } from "@tanstack/react-table";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import styles from "./product-grid.module.css";
import type { ProductRow } from "./product-row.ts";
import { type ColumnId, columnOf, type features } from "./table-columns.ts";
import { sortedBy, type TableFilter, tableAddress } from "./table-filter.ts";

/** Row of column headings, with the checkbox for all rows. */
export function GridHead({
  table,
  columnIds,
  filter,
}: {
  table: ReactTable<typeof features, ProductRow>;
  columnIds: readonly ColumnId[];
  filter: TableFilter;
}) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.headRow}>
        {columnIds.map((id, place) => {
          const { header, sort } = columnOf(id);
          const isSorted = sort !== undefined && filter.sort === sort;
          return (
            <div
              key={id}
              role="columnheader"
              aria-colindex={place + 1}
              aria-sort={isSorted ? (filter.isDescending ? "descending" : "ascending") : undefined}
              className={styles.heading}
            >
              {id === "select" ? (
                <input
                  type="checkbox"
                  className={styles.box}
                  aria-label={t("Select all rows")}
                  checked={table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              ) : id === "actions" || id === "picture" ? (
                <HiddenText>{header()}</HiddenText>
              ) : sort === undefined ? (
                header()
              ) : (
                <Link to={tableAddress(sortedBy(filter, sort))} replace preventScrollReset className={styles.sort}>
                  {header()}
                  {isSorted ? (
                    <span className={styles.direction} data-descending={filter.isDescending || undefined}>
                      <Icon name="chevron" />
                    </span>
                  ) : null}
                </Link>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
