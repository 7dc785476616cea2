import { Button } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { keysOf } from "#app/values/typed-object.ts";
import styles from "./cell-problems.module.css";
import { type CellField, cellLabel, FIELD_LABELS, parseCell } from "./cells.ts";
import { type ProductRow, rowName } from "./product-row.ts";
import type { CellEdits } from "./use-cell-edits.ts";

const MAX_SHOWN = 3;

/** Cells that were not saved, with the reason; a conflict asks which value stays. */
export function CellProblems({ rows, edits }: { rows: readonly ProductRow[]; edits: CellEdits }) {
  const problems = rows.flatMap((row) => {
    const states = edits.states.get(row.key);
    if (states === undefined) return [];
    return keysOf(FIELD_LABELS).flatMap((field) => {
      const state = states[field];
      return state?.kind === "rejected" || state?.kind === "conflict"
        ? [{ row: edits.currentRow(row), field, state }]
        : [];
    });
  });
  if (problems.length === 0) return null;
  return (
    <FormMessage>
      <ul className={styles.list}>
        {problems.slice(0, MAX_SHOWN).map(({ row, field, state }) => (
          <li key={`${row.key} ${field}`} className={styles.problem}>
            {state.kind === "rejected" ? (
              <span>
                {FIELD_LABELS[field]} of {rowName(row)} is not saved. {state.message}
              </span>
            ) : (
              <Conflict row={row} field={field} text={state.text} edits={edits} />
            )}
            <Button size="small" variation="secondary" onClick={() => edits.dismiss(row.key, field)}>
              {state.kind === "conflict" ? `Keep ${cellLabel(row, field) || "none"}` : "Dismiss"}
              <HiddenText>
                {" "}
                as {FIELD_LABELS[field]} of {rowName(row)}
              </HiddenText>
            </Button>
          </li>
        ))}
      </ul>
      {problems.length > MAX_SHOWN ? <p>{problems.length - MAX_SHOWN} more cells are not saved.</p> : null}
    </FormMessage>
  );
}

function Conflict({ row, field, text, edits }: { row: ProductRow; field: CellField; text: string; edits: CellEdits }) {
  const parsed = parseCell(row, field, text);
  return (
    <>
      <span>
        Somebody changed {FIELD_LABELS[field]} of {rowName(row)} to {cellLabel(row, field) || "none"}. You entered{" "}
        {text.trim() || "nothing"}.
      </span>
      {parsed.kind === "edit" ? (
        <Button size="small" onClick={() => edits.save([{ row, field, text, edit: parsed.edit }])}>
          Write {text.trim() || "nothing"}
        </Button>
      ) : null}
    </>
  );
}
