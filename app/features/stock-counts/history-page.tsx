import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { unitsText } from "#app/features/stock-items/stock-item.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { errorText } from "#app/values/error-text.ts";
import { moneyText } from "#app/values/money.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { undoMovement } from "./adjust-stock.ts";
import { signedText } from "./count-form-values.ts";
import styles from "./history-page.module.css";
import { isAdjustment, MOVEMENT_LABELS, type MovementKind, type StockMovement } from "./movement.ts";

/** Ledger of stock movements, with waste and corrections. */
export function HistoryPage({ kind, page }: { kind: MovementKind | null; page: PageOf<StockMovement> }) {
  const [isAdjusting, setAdjusting] = useState(false);
  const submit = useSubmit();
  const fields = useListedFields({ kind: kind ?? "" });

  async function handleSaved(movementId: number, text: string) {
    setAdjusting(false);
    await invalidateReads();
    showToast({ kind: "success", text, action: { label: "Undo", onPress: () => void undo(movementId) } });
  }

  return (
    <>
      <h1>Stock history</h1>
      <p>Deliveries, counts, waste, and corrections. Sales are in the orders.</p>
      <div className={styles.tools}>
        <Form
          ref={fields}
          method="get"
          onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
        >
          <SelectField label="Show" name="kind" defaultValue={kind ?? ""}>
            <option value="">Everything</option>
            {keysOf(MOVEMENT_LABELS).map((name) => (
              <option key={name} value={name}>
                {MOVEMENT_LABELS[name]}
              </option>
            ))}
          </SelectField>
        </Form>
        <Button onClick={() => setAdjusting(true)}>Adjust stock</Button>
      </div>
      {page.items.length === 0 ? (
        <p>
          {kind === null ? "No movements yet. They start with your first delivery or count." : "None of this kind."}
        </p>
      ) : (
        <ul className={styles.lines} aria-label="Stock movements">
          {page.items.map((movement) => (
            <Movement key={movement.id} movement={movement} />
          ))}
        </ul>
      )}
      <Pagination
        path={kind === null ? "/desk/stock/history" : `/desk/stock/history?kind=${kind}`}
        pageIndex={page.pageIndex}
        pageCount={page.pageCount}
      />
      {isAdjusting ? (
        <Dialog title="Adjust stock" onClose={() => setAdjusting(false)}>
          <AdjustForm onSaved={handleSaved} />
        </Dialog>
      ) : null}
    </>
  );
}

async function undo(movementId: number): Promise<void> {
  try {
    const result = await undoMovement(getBrowserData(), movementId);
    if (result.kind === "rejected") showToast({ kind: "error", text: result.message });
    else showToast({ kind: "success", text: "Adjustment undone." });
  } catch (error) {
    showToast({ kind: "error", text: errorText(error) });
  }
  await invalidateReads();
}

function Movement({ movement }: { movement: StockMovement }) {
  const { id, kind, name, quantity, stockChange, stockAfter, costCents, note, staffName, movedAt, isUndone } = movement;
  const { isBusy, run } = useAttempt();
  const missed = quantity - stockChange;

  return (
    <li className={styles.line}>
      <span className={styles.name}>{name}</span>
      <span className={styles.units}>{signedText(quantity)}</span>
      <span className={styles.soft}>
        {MOVEMENT_LABELS[kind]}
        {isUndone ? ", undone later" : ""} · <DateTime at={movedAt} /> · {staffName}
        {costCents === null ? "" : ` · ${moneyText(costCents).replace("-", "−")}`}
        {note ? (
          <>
            {" "}
            · <UserText>{note}</UserText>
          </>
        ) : null}
        {stockAfter !== null && missed !== 0 ? ` · ${unitsText(Math.abs(missed))} could not be taken from stock` : ""}
      </span>
      <span className={styles.after}>{stockAfter === null ? "Not counted" : `${stockAfter} in stock`}</span>
      {isAdjustment(kind) && !isUndone ? (
        <span className={styles.undo}>
          <Button
            size="small"
            variation="secondary"
            disabled={isBusy}
            onClick={() =>
              run(async () => {
                await undo(id);
                return null;
              })
            }
          >
            Undo
            <HiddenText>
              : {MOVEMENT_LABELS[kind]} of {name}
            </HiddenText>
          </Button>
        </span>
      ) : null}
    </li>
  );
}
