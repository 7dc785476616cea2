import { t } from "#app/messages/t.ts";
import { getBrowserData, runCommand } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { withResultToast } from "#app/ui/action-toast.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { linked } from "#app/ui/linked.tsx";
import { Money } from "#app/ui/money.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { Row } from "#app/ui/row.tsx";
import { Section } from "#app/ui/section.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useAutosavedForm } from "#app/ui/use-autosaved-form.ts";
import { useForm } from "#app/ui/use-form.ts";
import {
  addedSince,
  addedText,
  addItem,
  changeLine,
  type DeliveryLine,
  deliveryTotals,
  EMPTY_DELIVERY,
  splitLine,
  validateDelivery,
} from "./delivery-form-values.ts";
import type { Delivery } from "./delivery-queries.ts";
import { ItemSearch } from "./item-search.tsx";
import { receiveDelivery } from "./receive-delivery.ts";
import { ReceiveLine } from "./receive-line.tsx";
import styles from "./receive-page.module.css";
import { RecentDeliveries } from "./recent-deliveries.tsx";
import { type StockItem, unitsText } from "./stock-item.ts";
import type { Supplier } from "./supplier.ts";

/** Page to receive a delivery, with the latest deliveries below. */
export function ReceivePage({
  suppliers,
  deliveries,
}: {
  suppliers: readonly Supplier[];
  deliveries: readonly Delivery[];
}) {
  return (
    <Autosaves>
      <h1>{t("Receive delivery")}</h1>
      <p>{linked(t("Stock goes up for counted products. <link>Edit suppliers</link>"), "/desk/stock/suppliers")}</p>
      <ReceiveForm suppliers={suppliers} />
      <Section title={t("Recent deliveries")}>
        <RecentDeliveries deliveries={deliveries} />
      </Section>
    </Autosaves>
  );
}

/** Form of a delivery, with lines added by scan or search. Autosaved on the device until it is received. */
function ReceiveForm({ suppliers }: { suppliers: readonly Supplier[] }) {
  const { draft, change, startOver, isChanged, autosavedAt } = useAutosavedForm("delivery", EMPTY_DELIVERY);
  const { lines } = draft;
  const totals = deliveryTotals(lines);
  const form = useForm({
    read: () => draft,
    check: validateDelivery,
    send: async (typed) => {
      if (typed.lines.length === 0) return rejected(t("Add at least one product."));
      const id = await receiveDelivery(getBrowserData(), typed);
      const { unitCount } = deliveryTotals(typed.lines);
      startOver((before) => addedSince(typed, before));
      await invalidateReads();
      showToast({
        kind: "success",
        text: t("Delivery received: {units}.", { units: unitsText(unitCount) }),
        action: { label: t("Undo"), onPress: () => void handleUndo(id) },
      });
      return null;
    },
  });

  function handleAdd(item: StockItem) {
    change((before) => addItem(before, item));
    form.clear();
  }

  function handleLine(id: number, changed: Partial<DeliveryLine>) {
    change((before) => ({ lines: changeLine(before.lines, id, changed) }));
  }

  return (
    <Stack
      as="form"
      gap={4}
      canShrink
      {...form.props}
      data-typed={isChanged || undefined}
      aria-label={t("Receive delivery")}
    >
      <RestoredDraftNotice since={autosavedAt} startOver={t("Discard delivery")} onStartOver={() => startOver()} />
      <div className={styles.about}>
        <SelectField
          label={t("Supplier (optional)")}
          name="supplierId"
          value={draft.supplierId}
          onValue={(supplierId) => change({ supplierId })}
        >
          <option value="">{t("No supplier")}</option>
          <Options
            of={suppliers
              .filter(({ id, isArchived }) => !isArchived || String(id) === draft.supplierId)
              .map(({ id, name }) => [id, name])}
          />
        </SelectField>
        <TextField
          label={t("Invoice number (optional)")}
          name="reference"
          maxLength={60}
          value={draft.reference}
          onValue={(reference) => change({ reference })}
        />
        <TextField
          label={t("Note (optional)")}
          name="note"
          maxLength={300}
          value={draft.note}
          onValue={(note) => change({ note })}
        />
      </div>
      <Panel>
        <ItemSearch
          scanTitle={t("Scan the delivery")}
          resultText={(item) => addedText(lines, item)}
          onAdd={handleAdd}
        />
      </Panel>
      {lines.length === 0 ? (
        <p>{t("No lines yet. Scan or find the products that arrived.")}</p>
      ) : (
        <Stack as="ul" gap={3} aria-label={t("Lines of the delivery")}>
          {lines.map((line) => (
            <ReceiveLine
              key={line.id}
              line={line}
              errors={form.errors}
              onChange={(changed) => handleLine(line.id, changed)}
              onSplit={() => change((before) => ({ lines: splitLine(before.lines, line.id) }))}
              onRemove={() => change((before) => ({ lines: before.lines.filter(({ id }) => id !== line.id) }))}
            />
          ))}
        </Stack>
      )}
      <Row gap={3} align="center" justify="between">
        <span className={styles.sum}>
          <span className={styles.figure}>
            {unitsText(totals.unitCount)} · <Money cents={totals.costCents} />
          </span>
          {totals.unknownCount > 0 ? (
            <span className={textStyles.meta}>
              {t("{count, plural, one {# line has} other {# lines have}} no cost.", { count: totals.unknownCount })}
            </span>
          ) : null}
        </span>
        <SubmitButton size="large" form={form}>
          {form.isBusy ? t("Receiving…") : t("Receive delivery")}
        </SubmitButton>
      </Row>
      <FormAnswer answer={form.answer} />
    </Stack>
  );
}

function handleUndo(id: number): Promise<void> {
  return withResultToast(async () => {
    await runCommand("undo_delivery", { delivery_id: id });
    return { text: t("Delivery undone.") };
  }, invalidateReads);
}
