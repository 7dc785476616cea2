import { useState } from "react";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { leftToRefundParts } from "#app/features/orders/order-money.ts";
import { linesAmountCents, refundableLines } from "#app/features/orders/refundable-lines.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { refreshPolled } from "#app/platform/use-polled-query.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { randomUuid } from "#app/values/ids.ts";
import { centsTyped, moneyText } from "#app/values/money.ts";
import { thenAlways } from "#app/values/then-always.ts";
import styles from "./refund-dialog.module.css";
import { type RefundKind, type RefundWhy, readRefundDraft, refundLabel } from "./refund-draft.ts";
import { quantityOf, RefundLines } from "./refund-lines.tsx";
import { requestRefund } from "./request-refund.ts";

/** Dialog to refund chosen items, everything that is left, an amount, or the delivery fee. */
export function RefundDialog({ record, onClose }: { record: OrderDetails; onClose: () => void }) {
  const { form, left, lines, kinds, sumCents, fields, change } = useRefund(record, onClose);
  const { kind, reason, typedQuantities, typedAmount } = fields;
  const { errors, isBusy } = form;
  // Someone else refunded the rest meanwhile. The key opens a new dialog, which gets the focus.
  if (left.allCents === 0 && !isBusy)
    return (
      <Dialog key="nothing left" title={t("Refund")} onClose={onClose}>
        <p>{t("Everything of this order is already refunded.")}</p>
      </Dialog>
    );

  return (
    <Dialog title={t("Refund")} onClose={() => (isBusy ? undefined : onClose())}>
      <Stack as="form" gap={4} {...form.props} aria-label={t("Refund")}>
        <p>{t("{amount} of this order can be refunded.", { amount: moneyText(left.allCents) })}</p>
        {kinds.length > 1 ? (
          <RadioChoice
            legend={t("What do you want to refund?")}
            name="kind"
            options={kinds}
            chosen={kind}
            onChoose={(value) => change({ kind: value })}
          />
        ) : (
          <input type="hidden" name="kind" value={kind} />
        )}
        {kind === "lines" ? (
          <RefundLines
            lines={lines}
            quantities={typedQuantities}
            errors={errors}
            onChange={(changed) => change({ typedQuantities: { ...typedQuantities, ...changed } })}
          />
        ) : null}
        {kind === "amount" ? (
          <AmountField
            mostCents={left.orderCents}
            error={errors["amount"]}
            value={typedAmount}
            onChange={(typed) => change({ typedAmount: typed })}
          />
        ) : null}
        {kind === "amount" || kind === "fee" ? null : (
          <RadioChoice
            legend={t("Reason")}
            error={errors["reason"]}
            name="reason"
            options={reasons().filter(([value]) => kind === "all" || value !== "requested_by_customer")}
            chosen={reason}
            onChoose={(value) => change({ reason: value })}
          />
        )}
        {kind !== "amount" && kind !== "fee" && reason === "missing" ? (
          <CheckboxField
            name="sold-out"
            label={t("Mark as sold out")}
            hint={t("Shoppers can't order it until you put it back in stock.")}
            defaultChecked
          />
        ) : null}
        <FormAnswer answer={form.answer} />
        <p className={styles.sum}>
          <span>{t("To refund")}</span> <output>{moneyText(sumCents)}</output>
        </p>
        <div className={dialogStyles.actions}>
          <Button type="submit" variation="danger" disabled={isBusy}>
            {isBusy ? t("Refunding...") : sumCents > 0 ? refundLabel(sumCents, record.payments) : t("Refund")}
          </Button>
          <Button variation="secondary" disabled={isBusy} onClick={onClose}>
            {t("Close")}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

function useRefund(record: OrderDetails, onClose: () => void) {
  // One key for each opened dialog, so that a repeated request makes only one refund.
  const [requestKey] = useState(randomUuid);
  const left = leftToRefundParts(record);
  const lines = refundableLines(record);
  const canChooseLines = lines.length > 0 && left.orderCents > 0;
  const [fields, setFields] = useState({
    kind: (canChooseLines ? "lines" : "all") as RefundKind,
    reason: "requested_by_customer" as RefundWhy,
    typedQuantities: {} as Readonly<Record<number, string>>,
    typedAmount: "",
  });
  const { typedQuantities, typedAmount } = fields;
  const form = useForm({
    read: (_, typed) => readRefundDraft(typed, lines, left),
    check: (draft): FieldErrors => (draft.isValid || !draft.field ? {} : { [draft.field]: draft.message }),
    send: async (draft) => {
      if (!draft.isValid) return rejected(draft.message);
      const refundedCents = await thenAlways(
        requestRefund(getBrowserData(), record.order.id, draft.request, requestKey),
        // After an error, too, because something may have been refunded meanwhile.
        refreshPolled,
      );
      showToast({ kind: "success", text: t("{amount} is being refunded.", { amount: moneyText(refundedCents) }) });
      onClose();
      return null;
    },
  });
  const kinds = refundKinds().filter(
    ([value]) =>
      value === "all" ||
      (value === "fee" ? left.feeCents > 0 : value === "lines" ? canChooseLines : left.orderCents > 0),
  );
  // A refund by someone else may leave nothing of the chosen kind.
  const kind = kinds.some(([value]) => value === fields.kind) ? fields.kind : "all";
  const sumCents = {
    all: left.allCents,
    fee: left.feeCents,
    amount: Math.min(centsTyped(typedAmount) ?? 0, left.orderCents),
    lines: linesAmountCents(lines, (id) =>
      quantityOf(
        typedQuantities[id],
        lines.find((line) => line.id === id),
      ),
    ),
  }[kind];

  function change(changed: Partial<typeof fields>) {
    setFields((before) => ({ ...before, ...changed }));
    form.clear();
  }

  return { form, left, lines, kinds, sumCents, fields: { ...fields, kind }, change };
}

function AmountField({
  mostCents,
  error,
  value,
  onChange,
}: {
  mostCents: number;
  error: string | undefined;
  value: string;
  onChange: (typed: string) => void;
}) {
  return (
    <TextField
      name="amount"
      label={t("Amount in dollars")}
      hint={t("At most {amount}", { amount: moneyText(mostCents) })}
      error={error}
      inputMode="decimal"
      value={value}
      onValue={onChange}
    />
  );
}

const reasons = (): readonly (readonly [RefundWhy, string, string?])[] => [
  ["requested_by_customer", t("Another reason")],
  ["missing", t("Missing"), t("It was not in the order.")],
  ["damaged", t("Damaged"), t("It can't be sold again.")],
  ["returned", t("Returned"), t("It goes back into stock after the refund.")],
];

const refundKinds = (): readonly (readonly [RefundKind, string])[] => [
  ["lines", t("Items")],
  ["all", t("Everything not refunded yet")],
  ["amount", t("An amount")],
  ["fee", t("The delivery fee")],
];
