// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be positioned individually.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable.
import type { RowSelectionState } from "@tanstack/react-table";
import type { ClipboardEvent, CSSProperties, KeyboardEvent, MouseEvent } from "react";
import { t } from "#app/messages/t.ts";
import { type CellField, cellText } from "./cells.ts";
import { GridHead } from "./grid-head.tsx";
import { moveCell } from "./grid-keys.ts";
import { GridRow, type OpenEditor } from "./grid-row.tsx";
import { type PastePlan, pastedCells, planPaste } from "./paste-cells.ts";
import styles from "./product-grid.module.css";
import type { ProductRow } from "./product-row.ts";
import type { ProductList } from "./product-row-queries.ts";
import { type ColumnId, columnOf, fieldOf } from "./table-columns.ts";
import type { TableFilter } from "./table-filter.ts";
import type { CellEdits } from "./use-cell-edits.ts";
import { type GridRows, useActiveCell, useCellEditor, useGridTable } from "./use-grid.ts";

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
  const { table, rows, columnIds, toggle } = useGridTable(list, hiddenColumns, selection, onSelect);
  const cells = useActiveCell(rows);
  const { active, setActive, goTo, scroller, rowHeight } = cells;
  const { editor, rowAt, openEditor, handleEditorKey, handleBlur } = useCellEditor(rows, columnIds, cells, edits);

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
    const text = typedText(event, fieldOf(cell.column));
    if (event.key === " " && !cell.element.matches("input, button")) {
      event.preventDefault();
      toggle(index, event.shiftKey);
    } else if (text !== undefined) {
      event.preventDefault();
      openEditor(index, cell.column, text);
    }
  }

  const clipboard = useClipboard(rows, columnIds, cells, edits, editor !== null, onPaste);
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
      {...clipboard}
    >
      <GridHead table={table} columnIds={columnIds} filter={filter} />
      <GridBody
        rows={rows}
        cells={cells}
        columnIds={columnIds}
        edits={edits}
        editor={editor}
        lowStockAt={list.lowStockAt}
      />
    </div>
  );
}

function GridBody({
  rows,
  cells,
  columnIds,
  edits,
  editor,
  lowStockAt,
}: {
  rows: GridRows;
  cells: ReturnType<typeof useActiveCell>;
  columnIds: readonly ColumnId[];
  edits: CellEdits;
  editor: OpenEditor | null;
  lowStockAt: ProductList["lowStockAt"];
}) {
  const { active, activeIndex, virtualizer, rowHeight } = cells;
  const tabStop = activeIndex === -1 ? { key: rows[0]?.id ?? "", column: "name" as ColumnId } : active;
  return (
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
            lowStockAt={lowStockAt}
          />
        );
      })}
    </div>
  );
}

/** Copies the active cell, and pastes cells from it on, to the right and down. */
function useClipboard(
  rows: GridRows,
  columnIds: readonly ColumnId[],
  { active, activeIndex }: ReturnType<typeof useActiveCell>,
  edits: CellEdits,
  isEditing: boolean,
  onPlan: (plan: PastePlan) => void,
) {
  function onCopy(event: ClipboardEvent) {
    const row = rows[activeIndex]?.original;
    const field = active === null ? null : fieldOf(active.column);
    if (row === undefined || field === null || isEditing) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", cellText(edits.currentRow(row), field));
  }

  function onPaste(event: ClipboardEvent) {
    const field = active === null ? null : fieldOf(active.column);
    if (field === null || isEditing || activeIndex === -1) return;
    event.preventDefault();
    const fields = columnIds.flatMap((id) => fieldOf(id) ?? []);
    const pasted = pastedCells(event.clipboardData.getData("text/plain"));
    const below = rows
      .slice(activeIndex, activeIndex + pasted.length)
      .map(({ original }) => edits.currentRow(original));
    onPlan(planPaste(below, 0, fields.slice(fields.indexOf(field)), pasted));
  }

  return { onCopy, onPaste };
}

/**
 * Returns the text with which a key opens the editor of a cell: null for the cell's own text, undefined if the key does
 * not open it.
 */
function typedText(event: KeyboardEvent, field: CellField | null): string | null | undefined {
  if (field === null || event.ctrlKey || event.metaKey) return undefined;
  if (event.key === "Enter" || event.key === "F2") return null;
  if (event.key === "Delete" || event.key === "Backspace") return "";
  return event.key.length === 1 && !event.altKey && field !== "status" ? event.key : undefined;
}

function cellOf(target: EventTarget): { element: HTMLElement; key: string; column: ColumnId } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  const key = element?.dataset["key"];
  const column = element?.dataset["column"];
  return element && key !== undefined && column !== undefined ? { element, key, column: column as ColumnId } : null;
}
