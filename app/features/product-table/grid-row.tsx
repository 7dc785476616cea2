// biome-ignore-all lint/a11y/useSemanticElements: rows of a <table> cannot be positioned individually.
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells are focusable.
import { memo } from "react";
import { t } from "#app/messages/t.ts";
import { Picture } from "#app/ui/picture.tsx";
import { CellText, plainText, toneOf } from "./cell-text.tsx";
import { type CellField, canEdit, fieldLabels } from "./cells.ts";
import styles from "./grid-row.module.css";
import { type ProductRow, rowName } from "./product-row.ts";
import { type ColumnId, fieldOf } from "./table-columns.ts";
import type { CellState, RowStates } from "./use-cell-edits.ts";

/** Open cell editor with its initial text. `isTyped` if typing opened it, so that further keys are appended. */
export interface OpenEditor {
  column: CellField;
  text: string;
  isTyped: boolean;
  /** Reason why the text was rejected. */
  error: string | null;
}

/**
 * Row of the grid. It has no event handlers: the grid handles all events by `data-key` and `data-column`, so that
 * scrolling renders only new rows.
 */
export const GridRow = memo(function GridRow({
  row,
  index,
  top,
  columnIds,
  isSelected,
  activeColumn,
  editor,
  states,
  lowStockAt,
}: {
  row: ProductRow;
  index: number;
  /** Distance of the row from the top of the list, in px. */
  top: number;
  columnIds: readonly ColumnId[];
  isSelected: boolean;
  activeColumn: ColumnId | null;
  editor: OpenEditor | null;
  states: RowStates | undefined;
  lowStockAt: number;
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-size={row.sizeId !== null || undefined}
      data-hidden={row.isHidden || undefined}
      data-front={editor !== null || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columnIds.map((column, place) => (
        <GridCell
          key={column}
          row={row}
          column={column}
          columnIndex={place + 1}
          isSelected={isSelected}
          isActive={activeColumn === column}
          editor={editor?.column === column ? editor : null}
          state={stateOf(states, column)}
          lowStockAt={lowStockAt}
        />
      ))}
    </div>
  );
});

function stateOf(states: RowStates | undefined, column: ColumnId): CellState | undefined {
  const field = fieldOf(column);
  return field === null ? undefined : states?.[field];
}

function GridCell({
  row,
  column,
  columnIndex,
  isSelected,
  isActive,
  editor,
  state,
  lowStockAt,
}: {
  row: ProductRow;
  column: ColumnId;
  columnIndex: number;
  isSelected: boolean;
  isActive: boolean;
  editor: OpenEditor | null;
  state: CellState | undefined;
  lowStockAt: number;
}) {
  const cell = { role: "gridcell", "aria-colindex": columnIndex, className: styles.cell } as const;
  const focus = { "data-key": row.key, "data-column": column, tabIndex: isActive ? 0 : -1 } as const;
  const name = rowName(row);
  if (column === "select") {
    return (
      <div {...cell}>
        <input
          type="checkbox"
          {...focus}
          className={styles.box}
          aria-label={t("Select {name}", { name })}
          checked={isSelected}
          readOnly
        />
      </div>
    );
  }
  if (column === "actions" || (column === "picture" && row.sizeId === null)) {
    return (
      <div {...cell}>
        <button
          type="button"
          {...focus}
          className={column === "picture" ? styles.picture : styles.actions}
          aria-label={
            column === "picture" ? t("Images of {name}", { name: row.name }) : t("Actions for {name}", { name })
          }
          aria-haspopup="dialog"
        >
          {column === "picture" ? <Picture src={row.image} alt="" width={32} height={32} sizes="32px" /> : "⋯"}
        </button>
      </div>
    );
  }
  const field = fieldOf(column);
  if (field === null) {
    return (
      <div {...cell} {...focus}>
        {plainText(row, column)}
      </div>
    );
  }
  if (editor !== null) {
    return (
      <div {...cell} data-editing>
        <CellEditor row={row} field={field} editor={editor} />
      </div>
    );
  }
  return (
    <div
      {...cell}
      {...focus}
      role="gridcell"
      aria-readonly={!canEdit(row, field) || undefined}
      aria-busy={state?.kind === "saving" || undefined}
      aria-invalid={state?.kind === "rejected" || state?.kind === "conflict" || undefined}
      data-state={state?.kind}
      data-number={field === "price" || field === "discount" || undefined}
      data-tone={state === undefined || state.kind === "saved" ? toneOf(row, field, lowStockAt) : undefined}
    >
      <CellText row={row} field={field} state={state} lowStockAt={lowStockAt} />
    </div>
  );
}

function CellEditor({ row, field, editor }: { row: ProductRow; field: CellField; editor: OpenEditor }) {
  const label = t("{field} of {name}", { field: fieldLabels()[field], name: rowName(row) });
  const errorId = `error-${row.key}-${field}`;
  const shared = {
    "data-key": row.key,
    "data-column": field,
    "data-editor": true,
    "aria-label": label,
    className: styles.editor,
  } as const;
  if (field === "status") {
    return (
      <select {...shared} ref={focusOn} defaultValue={editor.text}>
        <option>{t("Visible")}</option>
        <option>{t("Hidden")}</option>
      </select>
    );
  }
  return (
    <>
      <input
        {...shared}
        ref={editor.isTyped ? focusOn : focusAndSelect}
        defaultValue={editor.text}
        autoComplete="off"
        inputMode={field === "price" || field === "discount" ? "decimal" : "text"}
        aria-invalid={editor.error === null ? undefined : true}
        aria-describedby={editor.error === null ? undefined : errorId}
      />
      {editor.error === null ? null : (
        <span id={errorId} role="alert" className={styles.error}>
          {editor.error}
        </span>
      )}
    </>
  );
}

function focusOn(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}

function focusAndSelect(element: HTMLInputElement | null) {
  element?.focus({ preventScroll: true });
  element?.select();
}
