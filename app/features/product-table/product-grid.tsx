// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be positioned individually.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable.
import { type ReactTable, type RowSelectionState, useTable } from "@tanstack/react-table";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { t } from "#app/messages/t.ts";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type CellField, canEdit, cellText } from "./cells.ts";
import { moveCell } from "./grid-keys.ts";
import { GridRow, type OpenEditor } from "./grid-row.tsx";
import { type PastePlan, pastedCells, planPaste } from "./paste-cells.ts";
import styles from "./product-grid.module.css";
import type { ProductRow } from "./product-row.ts";
import type { ProductList } from "./product-row-queries.ts";
import { type ColumnId, columnOf, columns, features, fieldOf } from "./table-columns.ts";
import { sortedBy, type TableFilter, tableAddress } from "./table-filter.ts";
import type { CellEdits } from "./use-cell-edits.ts";

const ROW_HEIGHT_REM = 4;
const OVERSCAN = 4;

interface ActiveCell {
  key: string;
  column: ColumnId;
}

/**
 * The product table as an ARIA grid: arrows move, Enter edits and goes down, Tab goes to the next cell, Escape
 * restores, Space selects the row. Renders only rows in view.
 */
export function ProductGrid({
  filter,
  list,
  edits,
  hiddenColumns,
  selection,
  onSelect,
  onPaste,
  onOpenActions,
  onOpenPictures,
}: {
  filter: TableFilter;
  list: ProductList;
  edits: CellEdits;
  hiddenColumns: readonly string[];
  selection: RowSelectionState;
  onSelect: (selection: RowSelectionState) => void;
  onPaste: (plan: PastePlan) => void;
  onOpenActions: (row: ProductRow, button: HTMLElement) => void;
  onOpenPictures: (row: ProductRow) => void;
}) {
  const table = useTable({
    features,
    columns,
    data: list.rows as ProductRow[],
    getRowId: ({ key }) => key,
    state: {
      columnVisibility: Object.fromEntries(hiddenColumns.map((id) => [id, false])),
      rowSelection: selection,
    },
    onRowSelectionChange: (update) => onSelect(typeof update === "function" ? update(selection) : update),
  });
  const visibleIds = table
    .getVisibleLeafColumns()
    .map(({ id }) => id as ColumnId)
    .join(" ");
  const [columnIds, setColumnIds] = useState(() => visibleIds.split(" ") as ColumnId[]);
  // Reuse the array while the columns are the same, so that rows do not render again.
  if (columnIds.join(" ") !== visibleIds) setColumnIds(visibleIds.split(" ") as ColumnId[]);

  const rows = table.getRowModel().rows;
  const [active, setActive] = useState<ActiveCell | null>(null);
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  const lastSelected = useRef<number | null>(null);

  const [rowHeight] = useState(
    () => ROW_HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  const activeIndex = active === null ? -1 : rows.findIndex(({ id }) => id === active.key);
  const tabStop = activeIndex === -1 ? { key: rows[0]?.id ?? "", column: "name" as ColumnId } : active;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
    paddingEnd: rowHeight,
    // Keep the focused cell rendered when it is scrolled out of view, or it would lose the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return activeIndex === -1 || drawn.includes(activeIndex) ? drawn : [...drawn, activeIndex];
    },
  });

  useLayoutEffect(() => {
    if (!takesFocus.current || active === null) return;
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-key="${CSS.escape(active.key)}"][data-column="${active.column}"]`,
    );
    if (!cell) return;
    takesFocus.current = false;
    cell.focus({ preventScroll: true });
    // On a narrow screen, the cell's column may be out of view.
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  function rowAt(index: number): ProductRow | null {
    const row = rows[index]?.original;
    return row === undefined ? null : edits.currentRow(row);
  }

  function goTo(index: number, column: ColumnId) {
    const row = rows[index];
    if (row === undefined) return;
    takesFocus.current = true;
    setActive({ key: row.id, column });
    virtualizer.scrollToIndex(index);
  }

  function openEditor(index: number, column: ColumnId, typed: string | null = null) {
    const row = rowAt(index);
    const field = fieldOf(column);
    if (row === null || field === null || !canEdit(row, field)) return;
    setActive({ key: row.key, column });
    const state = edits.states.get(row.key)?.[field];
    const isUnsaved = state?.kind === "rejected" || state?.kind === "conflict";
    const text = typed ?? (isUnsaved ? state.text : cellText(row, field));
    setEditor({ column: field, text, isTyped: typed !== null, error: null });
  }

  /**
   * Saves the text and closes the editor.
   * @returns false if the text is invalid and the editor stays open
   */
  function closeEditor(field: CellField, text: string): boolean {
    const row = rowAt(activeIndex);
    const error = row === null ? null : edits.saveTyped(row, field, text);
    setEditor(error === null || editor === null ? null : { ...editor, text, error });
    return error === null;
  }

  function toggle(index: number, isRange: boolean) {
    const row = rows[index];
    if (row === undefined) return;
    const isSelected = !row.getIsSelected();
    const from = isRange ? (lastSelected.current ?? index) : index;
    const keys = rows.slice(Math.min(from, index), Math.max(from, index) + 1).map(({ id }) => id);
    lastSelected.current = index;
    table.setRowSelection((before) => {
      const after = { ...before };
      for (const key of keys) {
        if (isSelected) after[key] = true;
        else delete after[key];
      }
      return after;
    });
  }

  function press(row: ProductRow, index: number, column: ColumnId, button: HTMLElement, isRange: boolean) {
    if (column === "select") toggle(index, isRange);
    else if (column === "actions") onOpenActions(row, button);
    else if (column === "picture") onOpenPictures(row);
  }

  function handleClick(event: MouseEvent) {
    const cell = cellOf(event.target);
    if (cell === null || cell.element.dataset["editor"] !== undefined) return;
    const index = rows.findIndex(({ id }) => id === cell.key);
    const row = rowAt(index);
    if (row === null) return;
    const isActive = active?.key === cell.key && active.column === cell.column;
    setActive({ key: cell.key, column: cell.column });
    if (fieldOf(cell.column) === null) press(row, index, cell.column, cell.element, event.shiftKey);
    else if (isActive || event.detail > 1) openEditor(index, cell.column);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const cell = cellOf(event.target);
    if (cell === null || event.nativeEvent.isComposing) return;
    if (cell.element.dataset["editor"] !== undefined) return handleEditorKey(event, cell.column as CellField);
    const index = rows.findIndex(({ id }) => id === cell.key);
    const row = rowAt(index);
    if (row === null) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "z") {
      event.preventDefault();
      void edits.undo();
      return;
    }
    if (isCommand && event.key.toLowerCase() === "a") {
      event.preventDefault();
      table.toggleAllRowsSelected(true);
      return;
    }
    const target = moveCell(
      event,
      { index, place: columnIds.indexOf(cell.column) },
      {
        rowCount: rows.length,
        columnCount: columnIds.length,
        pageSize: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
      },
    );
    const column = columnIds[target?.place ?? -1];
    if (target !== null && column !== undefined) {
      event.preventDefault();
      goTo(target.index, column);
      return;
    }
    const field = fieldOf(cell.column);
    if (event.key === " " && !cell.element.matches("input, button")) {
      event.preventDefault();
      toggle(index, event.shiftKey);
    } else if (field !== null && !isCommand) {
      if (event.key === "Enter" || event.key === "F2") {
        event.preventDefault();
        openEditor(index, cell.column);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        openEditor(index, cell.column, "");
      } else if (event.key.length === 1 && !event.altKey && field !== "status") {
        event.preventDefault();
        openEditor(index, cell.column, event.key);
      }
    }
  }

  function handleEditorKey(event: KeyboardEvent, field: CellField) {
    const { value } = event.target as HTMLInputElement;
    if (event.key === "Escape") {
      event.preventDefault();
      setEditor(null);
      goTo(activeIndex, field);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!closeEditor(field, value)) return;
      const next = activeIndex + (event.shiftKey ? -1 : 1);
      goTo(Math.min(Math.max(next, 0), rows.length - 1), field);
    } else if (event.key === "Tab") {
      event.preventDefault();
      if (!closeEditor(field, value)) return;
      const place = columnIds.indexOf(field) + (event.shiftKey ? -1 : 1);
      const column = columnIds[place];
      if (column !== undefined) goTo(activeIndex, column);
      else goTo(Math.min(activeIndex + 1, rows.length - 1), columnIds[0] ?? "name");
    }
  }

  function handleBlur(event: FocusEvent) {
    const { dataset, value } = event.target as HTMLInputElement;
    // If a key already closed the editor, the focus has moved to another cell.
    if (dataset["editor"] === undefined || editor === null || takesFocus.current) return;
    const field = dataset["column"] as CellField;
    const row = rowAt(activeIndex);
    setEditor(null);
    if (row === null) return;
    const message = edits.saveTyped(row, field, value);
    // Keep the invalid text visible, with the error.
    if (message !== null) edits.reject(row, field, value, message);
  }

  function handleCopy(event: ClipboardEvent) {
    const row = rowAt(activeIndex);
    const field = active === null ? null : fieldOf(active.column);
    if (row === null || field === null || editor !== null) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", cellText(row, field));
  }

  function handlePaste(event: ClipboardEvent) {
    const field = active === null ? null : fieldOf(active.column);
    if (field === null || editor !== null || activeIndex === -1) return;
    event.preventDefault();
    const fields = columnIds.flatMap((id) => fieldOf(id) ?? []);
    const pasted = pastedCells(event.clipboardData.getData("text/plain"));
    const below = rows
      .slice(activeIndex, activeIndex + pasted.length)
      .map(({ original }) => edits.currentRow(original));
    onPaste(planPaste(below, 0, fields.slice(fields.indexOf(field)), pasted));
  }

  const template = columnIds.map((id) => columnOf(id).width).join(" ");
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t("Products")}
      aria-rowcount={rows.length + 1}
      aria-colcount={columnIds.length}
      aria-multiselectable
      className={styles.grid}
      style={{ "--columns": template } as CSSProperties}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      onBlur={handleBlur}
      onCopy={handleCopy}
      onPaste={handlePaste}
    >
      <GridHead table={table} columnIds={columnIds} filter={filter} />
      <div role="rowgroup" className={styles.body} style={{ blockSize: virtualizer.getTotalSize() - rowHeight }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isActiveRow = row.id === active?.key;
          return (
            <GridRow
              key={row.id}
              row={edits.currentRow(row.original)}
              index={index}
              top={start - rowHeight}
              columnIds={columnIds}
              isSelected={row.getIsSelected()}
              activeColumn={row.id === tabStop?.key ? tabStop.column : null}
              editor={isActiveRow ? editor : null}
              states={edits.states.get(row.id)}
              lowStockAt={list.lowStockAt}
            />
          );
        })}
      </div>
    </div>
  );
}

function GridHead({
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

function cellOf(target: EventTarget): { element: HTMLElement; key: string; column: ColumnId } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const key = element?.dataset["key"];
  const column = element?.dataset["column"];
  return element && key !== undefined && column !== undefined ? { element, key, column: column as ColumnId } : null;
}
