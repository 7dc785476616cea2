import { t } from "#app/messages/t.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { keysOf } from "#app/values/typed-object.ts";
import { type CellField, cellLabel, fieldLabels, parseCell } from "./cells.ts";
import { type ProductRow, rowName } from "./product-row.ts";
import type { CellEdits } from "./use-cell-edits.ts";

const MAX_SHOWN = 3;

/** Lists cells that were not saved, with the reason; for a conflict, staff choose which value to keep. */
export function CellProblems({ rows, edits }: { rows: readonly ProductRow[]; edits: CellEdits }) {
  const problems = rows.flatMap((row) => {
    const states = edits.states.get(row.key);
    if (states === undefined) return [];
    return keysOf(fieldLabels()).flatMap((field) => {
      const state = states[field];
      return state?.kind === "rejected" || state?.kind === "conflict"
        ? [{ row: edits.currentRow(row), field, state }]
        : [];
    });
  });
  if (problems.length === 0) return null;
  return (
    <FormMessage>
      <Stack as="ul" gap={2}>
        {problems.slice(0, MAX_SHOWN).map(({ row, field, state }) => (
          <Row as="li" gap={2} align="center" key={`${row.key} ${field}`}>
            {state.kind === "rejected" ? (
              <span>
                {t("{field} of {name} is not saved. {reason}", {
                  field: fieldLabels()[field],
                  name: rowName(row),
                  reason: state.message,
                })}
              </span>
            ) : (
              <Conflict row={row} field={field} text={state.text} edits={edits} />
            )}
            <SmallButton onClick={() => edits.dismiss(row.key, field)}>
              {partlyHidden(
                state.kind === "conflict"
                  ? t("Keep {value}<hidden> as {field} of {name}</hidden>", {
                      value: cellLabel(row, field) || t("none"),
                      field: fieldLabels()[field],
                      name: rowName(row),
                    })
                  : t("Dismiss<hidden> as {field} of {name}</hidden>", {
                      field: fieldLabels()[field],
                      name: rowName(row),
                    }),
              )}
            </SmallButton>
          </Row>
        ))}
      </Stack>
      {problems.length > MAX_SHOWN ? (
        <p>{t("{count} more cells are not saved.", { count: problems.length - MAX_SHOWN })}</p>
      ) : null}
    </FormMessage>
  );
}

function Conflict({ row, field, text, edits }: { row: ProductRow; field: CellField; text: string; edits: CellEdits }) {
  const parsed = parseCell(row, field, text);
  const typed = text.trim() || t("nothing");
  return (
    <>
      <span>
        {t("Somebody changed {field} of {name} to {value}. You entered {typed}.", {
          field: fieldLabels()[field],
          name: rowName(row),
          value: cellLabel(row, field) || t("none"),
          typed,
        })}
      </span>
      {parsed.kind === "edit" ? (
        <Button size="small" onClick={() => edits.save([{ row, field, text, edit: parsed.edit }])}>
          {t("Write {value}", { value: typed })}
        </Button>
      ) : null}
    </>
  );
}
