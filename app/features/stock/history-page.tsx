import { useState } from "react";
import { Form, useSubmit } from "react-router";
import { t } from "#app/messages/t.ts";
import { runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withResultToast } from "#app/ui/action-toast.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date-time.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { ItemList } from "#app/ui/editable-list.tsx";
import { Options, SelectField } from "#app/ui/field.tsx";
import type { PageOf } from "#app/ui/pagination.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { Row } from "#app/ui/row.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { useAttempt } from "#app/ui/use-attempt.ts";
import { useListedFields } from "#app/ui/use-listed-fields.ts";
import { UserText } from "#app/ui/user-text.tsx";
import { moneyText } from "#app/values/money.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { AdjustForm } from "./adjust-form.tsx";
import { signedText } from "./count-form-values.ts";
import styles from "./history-page.module.css";
import { isAdjustment, movementLabels } from "./movement.ts";
import type { MovementFilter, StockMovement } from "./movement-queries.ts";
import { unitsText } from "./stock-item.ts";

/** Page of the stock ledger, with forms for waste and corrections. */
export function HistoryPage({ kind, productId, page }: MovementFilter & { page: PageOf<StockMovement> }) {
  const [isAdjusting, setAdjusting] = useState(false);
  const submit = useSubmit();
  const fields = useListedFields({ kind: kind ?? "" });

  async function handleSaved(movementId: number, text: string) {
    setAdjusting(false);
    await invalidateReads();
    showToast({ kind: "success", text, action: { label: t("Undo"), onPress: () => void undo(movementId) } });
  }

  return (
    <>
      <h1>{t("Stock history")}</h1>
      <p>{t("Deliveries, counts, waste, and corrections. Sales are in the orders.")}</p>
      <Row gap={3} align="end" justify="between">
        <Form
          ref={fields}
          method="get"
          onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
        >
          {productId === null ? null : <input type="hidden" name="product" value={productId} />}
          <SelectField label={t("Show")} name="kind" defaultValue={kind ?? ""}>
            <option value="">{t("Everything")}</option>
            <Options of={keysOf(movementLabels()).map((name) => [name, movementLabels()[name]])} />
          </SelectField>
        </Form>
        <Button onClick={() => setAdjusting(true)}>{t("Adjust stock")}</Button>
      </Row>
      <ItemList
        label={t("Stock movements")}
        items={page.items}
        empty={
          kind === null ? t("No movements yet. They start with your first delivery or count.") : t("None of this kind.")
        }
      >
        {(movement) => <Movement key={movement.id} movement={movement} />}
      </ItemList>
      <Pagination
        path={`/desk/stock/history?${new URLSearchParams({
          ...(kind === null ? {} : { kind }),
          ...(productId === null ? {} : { product: String(productId) }),
        })}`}
        pageIndex={page.pageIndex}
        pageCount={page.pageCount}
      />
      {isAdjusting ? (
        <Dialog title={t("Adjust stock")} onClose={() => setAdjusting(false)}>
          <AdjustForm onSaved={handleSaved} />
        </Dialog>
      ) : null}
    </>
  );
}

function undo(movementId: number): Promise<void> {
  return withResultToast(async () => {
    await runCommand("undo_stock_movement", { movement_id: movementId });
    return { text: t("Adjustment undone.") };
  }, invalidateReads);
}

function Movement({ movement }: { movement: StockMovement }) {
  const { id, kind, name, quantity, stockChange, stockAfter, costCents, note, staffName, movedAt, isUndone } = movement;
  const { isBusy, run } = useAttempt();
  const missed = quantity - stockChange;

  return (
    <li className={styles.line}>
      <span className={textStyles.strong}>{name}</span>
      <span className={styles.units}>{signedText(quantity)}</span>
      <span className={textStyles.meta}>
        {movementLabels()[kind]}
        {isUndone ? t(", undone later") : ""} · <DateTime at={movedAt} /> · {staffName}
        {costCents === null ? "" : ` · ${moneyText(costCents).replace("-", "−")}`}
        {note ? (
          <>
            {" "}
            · <UserText>{note}</UserText>
          </>
        ) : null}
        {stockAfter !== null && missed !== 0
          ? t(" · {units} could not be taken from stock", { units: unitsText(Math.abs(missed)) })
          : ""}
      </span>
      <span className={styles.after}>
        {stockAfter === null ? t("Not counted") : t("{stockAfter} in stock", { stockAfter })}
      </span>
      {isAdjustment(kind) && !isUndone ? (
        <span className={styles.undo}>
          <SmallButton disabled={isBusy} onClick={() => run(() => undo(id))}>
            {partlyHidden(t("Undo<hidden>: {kind} of {name}</hidden>", { kind: movementLabels()[kind], name }))}
          </SmallButton>
        </span>
      ) : null}
    </li>
  );
}
