import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { type CellField, canEdit, cellText } from "./cells.ts";
import type { OpenEditor } from "./grid-row.tsx";
import type { ProductRow } from "./product-row.ts";
import type { ProductList } from "./product-row-queries.ts";
import { type ColumnId, columns, features, fieldOf } from "./table-columns.ts";
import type { CellEdits } from "./use-cell-edits.ts";

const ROW_HEIGHT_REM = 4;
const OVERSCAN = 4;

export type GridRows = ReturnType<typeof useGridTable>["rows"];

/** Returns the rows and columns of the grid, and a function that selects a row, or a range with Shift. */
export function useGridTable(
  list: ProductList,
  hiddenColumns: readonly string[],
  selection: RowSelectionState,
  onSelect: (selection: RowSelectionState) => void,
) {
  const table = useTable({
    features,
    columns,
    data: list.rows as ProductRow[],
    getRowId: ({ key }) => key,
    state: { columnVisibility: Object.fromEntries(hiddenColumns.map((id) => [id, false])), rowSelection: selection },
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
  const lastSelected = useRef<number | null>(null);

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

  return { table, rows, columnIds, toggle };
}

/** Returns the active cell, which has the focus, and a function that moves it. */
export function useActiveCell(rows: GridRows) {
  const [active, setActive] = useState<{ key: string; column: ColumnId } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(false);
  const activeIndex = active === null ? -1 : rows.findIndex(({ id }) => id === active.key);
  const [rowHeight] = useState(
    () => ROW_HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
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

  // The cell is in the document only after the virtualizer has rendered its row.
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

  function goTo(index: number, column: ColumnId) {
    const row = rows[index];
    if (row === undefined) return;
    takesFocus.current = true;
    setActive({ key: row.id, column });
    virtualizer.scrollToIndex(index);
  }

  return { active, activeIndex, setActive, goTo, takesFocus, scroller, rowHeight, virtualizer };
}

/** Returns the open editor of the active cell, and its keys: Enter saves and goes down, Tab to the next cell, Escape restores. */
export function useCellEditor(
  rows: GridRows,
  columnIds: readonly ColumnId[],
  { activeIndex, setActive, goTo, takesFocus }: ReturnType<typeof useActiveCell>,
  edits: CellEdits,
) {
  const [editor, setEditor] = useState<OpenEditor | null>(null);

  function rowAt(index: number): ProductRow | null {
    const row = rows[index]?.original;
    return row === undefined ? null : edits.currentRow(row);
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

  /** Saves the text and closes the editor. @returns false if the text is invalid and the editor stays open */
  function closeEditor(field: CellField, text: string): boolean {
    const row = rowAt(activeIndex);
    const error = row === null ? null : edits.saveTyped(row, field, text);
    setEditor(error === null || editor === null ? null : { ...editor, text, error });
    return error === null;
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

  return { editor, rowAt, openEditor, handleEditorKey, handleBlur };
}
