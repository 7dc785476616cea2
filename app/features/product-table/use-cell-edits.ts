import { useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { type CellField, cellLabel, fieldLabels, parseCell } from "./cells.ts";
import type { PastedCell } from "./paste-cells.ts";
import { type ProductRow, rowName } from "./product-row.ts";
import type { ProductList } from "./product-row-queries.ts";
import { type CellEdit, type CellResult, editedRow, inverseOf, rowsAfter, saveCells } from "./save-cells.ts";

/** State of the last edit of a cell. */
export type CellState =
  | { kind: "saving"; text: string }
  | { kind: "saved" }
  | { kind: "rejected"; text: string; message: string }
  /** Someone else changed the cell meanwhile; the row has the newer value. */
  | { kind: "conflict"; text: string };

/** States of the edited cells of a row, by field. */
export type RowStates = Readonly<Partial<Record<CellField, CellState>>>;

/** Edit of one cell, with its text for messages. */
export interface FieldEdit {
  row: ProductRow;
  field: CellField;
  text: string;
  edit: CellEdit;
}

const NO_ROWS: ReadonlyMap<string, ProductRow> = new Map();
const NO_STATES: ReadonlyMap<string, RowStates> = new Map();
const MAX_UNDO = 50;

/** Handles edits of the listed rows: saves them, tracks the state of each cell, and undoes the last ones. */
export function useCellEdits(list: ProductList) {
  const [saved, setSaved] = useState({ list, rows: NO_ROWS });
  const [states, setStates] = useState(NO_STATES);
  const [undoable, setUndoable] = useState<readonly (readonly FieldEdit[])[]>([]);
  const [status, setStatus] = useState("");
  const lastSend = useRef<Promise<unknown>>(Promise.resolve());
  // A reloaded list already contains the saved values; a response may still arrive after it.
  if (saved.list !== list) setSaved({ list, rows: NO_ROWS });

  function currentRow(row: ProductRow): ProductRow {
    return (saved.list === list ? saved.rows.get(row.key) : undefined) ?? row;
  }

  function setState(key: string, field: CellField, state: CellState | null) {
    setStates((all) => {
      const { [field]: _, ...others } = all.get(key) ?? {};
      return new Map(all).set(key, state === null ? others : { ...others, [field]: state });
    });
  }

  /** @param change returns the changed rows */
  function keepRows(change: (shown: ReadonlyMap<string, ProductRow>) => readonly ProductRow[]) {
    setSaved((now) => ({ list: now.list, rows: withRows(now.rows, change(now.rows), now.list) }));
  }

  async function send(edits: readonly FieldEdit[]): Promise<CellResult[]> {
    for (const { row, field, text } of edits) setState(row.key, field, { kind: "saving", text });
    // Update the row now: the next edit of the row is checked against these values, and saved after them.
    const after = new Map(edits.map(({ row }) => [row.key, currentRow(row)]));
    for (const { row, edit } of edits) after.set(row.key, editedRow(after.get(row.key) ?? row, edit));
    keepRows(() => [...after.values()]);
    const sent = lastSend.current.then(() =>
      saveCells(
        getBrowserData(),
        edits.map(({ edit }) => edit),
      ),
    );
    lastSend.current = sent;
    const results = await sent;
    keepRows((shown) => rowsAfter(shown, edits, results));
    for (const [place, result] of results.entries()) {
      const edit = edits[place];
      if (edit) setState(edit.row.key, edit.field, stateAfter(result, edit.text));
    }
    return results;
  }

  /**
   * Saves the edits; those that were written can be undone together.
   * @returns the status text, and whether every value is saved
   */
  async function save(edits: readonly FieldEdit[]): Promise<{ text: string; isSaved: boolean }> {
    if (edits.length === 0) return { text: t("Nothing changed."), isSaved: true };
    const results = await send(edits);
    const written = edits.filter((_, place) => results[place]?.kind === "saved");
    if (written.length > 0) setUndoable((all) => [...all, written].slice(-MAX_UNDO));
    const text = statusText(edits, results, "saved");
    setStatus(text);
    return { text, isSaved: results.every(({ kind }) => kind === "saved" || kind === "same") };
  }

  /** Saves a typed cell. @returns the error message if the text is invalid and nothing was written */
  function saveTyped(shown: ProductRow, field: CellField, text: string): string | null {
    const row = currentRow(shown);
    const parsed = parseCell(row, field, text);
    if (parsed.kind === "invalid") return parsed.message;
    if (parsed.kind === "same") {
      setState(row.key, field, null);
      setStatus(t("Nothing changed."));
      return null;
    }
    void save([{ row, field, text, edit: parsed.edit }]);
    return null;
  }

  async function undo(): Promise<void> {
    const last = undoable.at(-1);
    if (last === undefined) return;
    setUndoable((all) => all.slice(0, -1));
    // Undo in reverse order, so that a price and its discount price stay valid together.
    const edits = last
      .toReversed()
      .map(({ row, field, edit }) => ({ row, field, text: cellLabel(row, field), edit: inverseOf(edit) }));
    setStatus(statusText(edits, await send(edits), "restored"));
  }

  return {
    states,
    status,
    undoCount: undoable.length,
    currentRow,
    save,
    saveTyped,
    savePasted: (cells: readonly PastedCell[]) =>
      save(
        cells.flatMap(({ row, field, text, result }) =>
          result.kind === "edit" ? [{ row, field, text, edit: result.edit }] : [],
        ),
      ),
    undo,
    /** Marks a cell whose text is invalid. */
    reject: (row: ProductRow, field: CellField, text: string, message: string) =>
      setState(row.key, field, { kind: "rejected", text, message }),
    /** Clears the state of a cell, including the typed text. */
    dismiss: (key: string, field: CellField) => setState(key, field, null),
  };
}

export type CellEdits = ReturnType<typeof useCellEdits>;

/** Adds changed rows; the sizes of a product show its name and status. */
function withRows(known: ReadonlyMap<string, ProductRow>, rows: readonly ProductRow[], list: ProductList) {
  const all = new Map(known);
  for (const row of rows) {
    all.set(row.key, row);
    if (row.sizeCount === 0) continue;
    for (const size of list.rows.filter(({ productId, sizeId }) => productId === row.productId && sizeId !== null)) {
      all.set(size.key, { ...(all.get(size.key) ?? size), name: row.name, isHidden: row.isHidden });
    }
  }
  return all;
}

function stateAfter(result: CellResult, text: string): CellState | null {
  if (result.kind === "rejected") return { kind: "rejected", text, message: result.message };
  if (result.kind === "conflict") return { kind: "conflict", text };
  return result.kind === "saved" ? { kind: "saved" } : null;
}

function statusText(edits: readonly FieldEdit[], results: readonly CellResult[], verb: "saved" | "restored"): string {
  const [first] = edits;
  const [result] = results;
  const failedCount = results.filter(({ kind }) => kind === "rejected" || kind === "conflict").length;
  const count = results.filter(({ kind }) => kind === "saved").length;
  if (edits.length > 1) {
    const done =
      verb === "saved"
        ? t("{count, plural, one {# cell} other {# cells}} saved.", { count })
        : t("{count, plural, one {# cell} other {# cells}} restored.", { count });
    return failedCount === 0
      ? done
      : t("{done} {count, plural, one {# was} other {# were}} not.", { done, count: failedCount });
  }
  if (!first || !result) return "";
  const name = t("{field} of {name}", { field: fieldLabels()[first.field], name: rowName(first.row) });
  if (result.kind === "saved") {
    const value = (result.row === null ? "" : cellLabel(result.row, first.field)) || t("none");
    return verb === "saved"
      ? t("{name} saved: {value}.", { name, value })
      : t("{name} restored: {value}.", { name, value });
  }
  if (result.kind === "same") return t("Nothing changed.");
  return verb === "saved" ? t("{name} was not saved.", { name }) : t("{name} was not restored.", { name });
}
