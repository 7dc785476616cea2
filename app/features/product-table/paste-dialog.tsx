import { t } from "#app/messages/t.ts";
import { Button } from "#app/ui/button.tsx";
import denseStyles from "#app/ui/dense-text.module.css";
import { Dialog } from "#app/ui/dialog.tsx";
import { Row } from "#app/ui/row.tsx";
import { cellLabel, fieldLabels } from "./cells.ts";
import styles from "./change-list.module.css";
import type { PastedCell, PastePlan } from "./paste-cells.ts";
import { rowName } from "./product-row.ts";

const MAX_LINES = 100;

/** Preview of pasted cells: how many change, and which ones are invalid and not written. */
export function PasteDialog({ plan, onWrite, onClose }: { plan: PastePlan; onWrite: () => void; onClose: () => void }) {
  const countOf = (kind: PastedCell["result"]["kind"]) =>
    plan.cells.filter(({ result }) => result.kind === kind).length;
  const [editCount, sameCount, invalidCount] = [countOf("edit"), countOf("same"), countOf("invalid")];
  const sorted = [...plan.cells].sort((one, other) => rankOf(one) - rankOf(other));
  return (
    <Dialog
      title={t("Paste {count, plural, one {# cell} other {# cells}}", { count: plan.cells.length })}
      onClose={onClose}
    >
      <p>
        {t(
          "{count, plural, one {# cell} other {# cells}} would change, {sameCount} unchanged, {invalidCount} invalid and not written.",
          { count: editCount, sameCount, invalidCount },
        )}
        {plan.leftOutCount > 0
          ? ` ${t("{count, plural, one {# cell} other {# cells}} of the clipboard had no place in the table.", {
              count: plan.leftOutCount,
            })}`
          : ""}
      </p>
      <Row gap={2}>
        <Button disabled={editCount === 0} onClick={onWrite}>
          {t("Write {count, plural, one {# cell} other {# cells}}", { count: editCount })}
        </Button>
        <Button variation="secondary" onClick={onClose}>
          {t("Cancel")}
        </Button>
      </Row>
      <ul aria-label={t("Pasted cells")}>
        {sorted.slice(0, MAX_LINES).map((cell) => (
          <PastedLine key={`${cell.row.key} ${cell.field}`} cell={cell} />
        ))}
      </ul>
      {sorted.length > MAX_LINES ? (
        <p>{t("{count, plural, one {# cell} other {# cells}} more.", { count: sorted.length - MAX_LINES })}</p>
      ) : null}
    </Dialog>
  );
}

function PastedLine({ cell: { row, field, text, result } }: { cell: PastedCell }) {
  return (
    <li className={styles.line}>
      <strong>{rowName(row)}</strong>
      <span>
        {fieldLabels()[field]}: {cellLabel(row, field) || t("none")}
        {result.kind === "edit" ? ` → ${text.trim() || t("none")}` : ""}
      </span>
      {result.kind === "invalid" ? <span className={denseStyles.danger}>{result.message}</span> : null}
    </li>
  );
}

/** Returns the sort rank of a cell: invalid ones first, so that staff see them without searching. */
function rankOf({ result }: PastedCell): number {
  return result.kind === "invalid" ? 0 : result.kind === "edit" ? 1 : 2;
}
