import { useState } from "react";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { leftToRefundParts } from "#app/features/orders/order-money.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CheckboxField, RadioGroup, RadioOption, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { randomUuid } from "#app/values/ids.ts";
import { moneyText } from "#app/values/money.ts";
import styles from "./refund-dialog.module.css";
import { lineField, type RefundKind, type RefundWhy, readRefundDraft, refundableLines } from "./refund-draft.ts";
import { requestRefund } from "./request-refund.ts";

/** Gives back everything that is left, chosen lines, or an amount. */
export function RefundDialog({
  record,
  onClose,
  onRefunded,
}: {
  record: OrderDetails;
  onClose: () => void;
  /** Also after an error: something may have been refunded meanwhile. */
  onRefunded: () => Promise<void>;
}) {
  // One key for each opened dialog: pressing twice makes one refund.
  const [requestKey] = useState(randomUuid);
  const [kind, setKind] = useState<RefundKind>("all");
  const [reason, setReason] = useState<RefundWhy>("requested_by_customer");
  const left = leftToRefundParts(record);
  const lines = refundableLines(record);
  const form = useForm({
    read: (_, typed) => readRefundDraft(typed, lines, left),
    check: (draft): FieldErrors => (draft.isValid || !draft.field ? {} : { [draft.field]: draft.message }),
    send: async (draft) => {
      if (!draft.isValid) return rejected(draft.message);
      const result = await requestRefund(getBrowserData(), record.order.id, draft.request, requestKey);
      await onRefunded();
      if (result.kind === "rejected") return rejected(result.message);
      showToast({
        kind: "success",
        text: `${moneyText(draft.request.kind === "all" ? draft.amountCents : result.amountCents)} is being refunded.`,
      });
      onClose();
      return null;
    },
  });
  const { errors, isBusy } = form;

  return (
    <Dialog title="Refund" onClose={() => (isBusy ? undefined : onClose())}>
      <form {...form.props} aria-label="Refund" className={styles.form}>
        <p>{moneyText(left.allCents)} of this order can be refunded.</p>
        <RadioGroup legend="What do you want to refund?">
          {KINDS.filter(([value]) =>
            value === "all" ? true : value === "fee" ? left.feeCents > 0 : left.orderCents > 0,
          ).map(([value, label]) => (
            <RadioOption
              key={value}
              name="kind"
              value={value}
              label={label}
              checked={kind === value}
              onChange={() => {
                setKind(value);
                form.clear();
              }}
            />
          ))}
        </RadioGroup>
        {kind === "lines" ? (
          <div className={styles.lines}>
            {lines.map((line) => (
              <TextField
                key={line.id}
                name={lineField(line.id)}
                label={line.name}
                hint={`${moneyText(line.unitPriceCents)} each${line.discountCents > 0 ? ", less its discount" : ""}${line.leftTaxCents > 0 ? " and its sales tax" : ""}, ${line.leftQuantity} left to refund`}
                error={errors[lineField(line.id)]}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0"
              />
            ))}
          </div>
        ) : null}
        {kind === "amount" ? (
          <TextField
            name="amount"
            label="Amount in dollars"
            hint={`At most ${moneyText(left.orderCents)}`}
            error={errors["amount"]}
            inputMode="decimal"
            autoComplete="off"
          />
        ) : null}
        {kind === "amount" || kind === "fee" ? null : (
          <RadioGroup legend="Reason">
            {REASONS.filter(({ value }) => kind === "all" || value !== "requested_by_customer").map((each) => (
              <RadioOption
                key={each.value}
                name="reason"
                {...each}
                checked={reason === each.value}
                onChange={() => {
                  setReason(each.value);
                  form.clear();
                }}
              />
            ))}
          </RadioGroup>
        )}
        {kind !== "amount" && kind !== "fee" && reason === "missing" ? (
          <CheckboxField
            name="sold-out"
            label="Mark as sold out"
            hint="Shoppers can't order it until you put it back in stock."
            defaultChecked
          />
        ) : null}
        <FormAnswer answer={form.answer} />
        <div className={styles.actions}>
          <Button type="submit" variation="danger" disabled={isBusy}>
            {isBusy ? "Refunding..." : "Refund"}
          </Button>
          <Button variation="secondary" disabled={isBusy} onClick={onClose}>
            Close
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const REASONS: readonly { value: RefundWhy; label: string; hint?: string }[] = [
  { value: "requested_by_customer", label: "Another reason" },
  { value: "missing", label: "Missing", hint: "It was not in the order." },
  { value: "damaged", label: "Damaged", hint: "It can't be sold again." },
  { value: "returned", label: "Returned", hint: "It goes back into stock after the refund." },
];

const KINDS: readonly (readonly [RefundKind, string])[] = [
  ["all", "Everything not refunded yet"],
  ["lines", "Selected lines"],
  ["amount", "An amount"],
  ["fee", "The delivery fee"],
];
