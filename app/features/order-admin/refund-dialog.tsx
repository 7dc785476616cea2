import { useState } from "react";
import type { OrderDetails } from "#app/features/orders/order-details-queries.ts";
import { leftToRefundParts } from "#app/features/orders/order-money.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { CheckboxField, RadioGroup, RadioOption, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { randomUuid } from "#app/values/ids.ts";
import { centsTyped, moneyText } from "#app/values/money.ts";
import styles from "./refund-dialog.module.css";
import {
  lineField,
  linesAmountCents,
  type RefundableLine,
  type RefundKind,
  type RefundWhy,
  readRefundDraft,
  refundableLines,
  refundLabel,
} from "./refund-draft.ts";
import { requestRefund } from "./request-refund.ts";

/** Dialog to refund chosen items, everything that is left, an amount, or the delivery fee. */
export function RefundDialog({
  record,
  onClose,
  onRefunded,
}: {
  record: OrderDetails;
  onClose: () => void;
  /** Also called after an error, because something may have been refunded meanwhile. */
  onRefunded: () => Promise<void>;
}) {
  const { form, left, lines, kinds, sumCents, fields, change } = useRefund(record, onClose, onRefunded);
  const { kind, reason, typedQuantities, typedAmount } = fields;
  const { errors, isBusy } = form;

  return (
    <Dialog title={t("Refund")} onClose={() => (isBusy ? undefined : onClose())}>
      <Stack as="form" gap={4} {...form.props} aria-label={t("Refund")}>
        <p>{t("{amount} of this order can be refunded.", { amount: moneyText(left.allCents) })}</p>
        {kinds.length > 1 ? (
          <RefundKinds kinds={kinds} chosen={kind} onChoose={(value) => change({ kind: value })} />
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
          <RefundReasons kind={kind} chosen={reason} onChoose={(value) => change({ reason: value })} />
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
        <div className={styles.actions}>
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

function useRefund(record: OrderDetails, onClose: () => void, onRefunded: () => Promise<void>) {
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
  const { kind, typedQuantities, typedAmount } = fields;
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
        text: t("{amount} is being refunded.", {
          amount: moneyText(draft.request.kind === "all" ? draft.amountCents : result.amountCents),
        }),
      });
      onClose();
      return null;
    },
  });
  const kinds = refundKinds().filter(
    ([value]) =>
      value === "all" ||
      (value === "fee" ? left.feeCents > 0 : value === "lines" ? canChooseLines : left.orderCents > 0),
  );
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

  return { form, left, lines, kinds, sumCents, fields, change };
}

function RefundReasons({
  kind,
  chosen,
  onChoose,
}: {
  kind: RefundKind;
  chosen: RefundWhy;
  onChoose: (reason: RefundWhy) => void;
}) {
  return (
    <RadioGroup legend={t("Reason")}>
      {reasons()
        .filter(({ value }) => kind === "all" || value !== "requested_by_customer")
        .map((each) => (
          <RadioOption
            key={each.value}
            name="reason"
            {...each}
            checked={chosen === each.value}
            onChange={() => onChoose(each.value)}
          />
        ))}
    </RadioGroup>
  );
}

function RefundLines({
  lines,
  quantities,
  errors,
  onChange,
}: {
  lines: readonly RefundableLine[];
  quantities: Readonly<Record<number, string>>;
  errors: FieldErrors;
  onChange: (quantities: Readonly<Record<number, string>>) => void;
}) {
  return (
    <div className={styles.lines}>
      <ul>
        {lines.map((line) => (
          <RefundLineRow
            key={line.id}
            line={line}
            value={quantities[line.id] ?? ""}
            error={errors[lineField(line.id)]}
            onChange={(value) => onChange({ [line.id]: value })}
          />
        ))}
      </ul>
      <div>
        <Button
          size="small"
          variation="secondary"
          onClick={() => onChange(Object.fromEntries(lines.map(({ id, leftQuantity }) => [id, String(leftQuantity)])))}
        >
          {t("Select all items")}
        </Button>
      </div>
    </div>
  );
}

function RefundKinds({
  kinds,
  chosen,
  onChoose,
}: {
  kinds: ReturnType<typeof refundKinds>;
  chosen: RefundKind;
  onChoose: (kind: RefundKind) => void;
}) {
  return (
    <RadioGroup legend={t("What do you want to refund?")}>
      {kinds.map(([value, label]) => (
        <RadioOption
          key={value}
          name="kind"
          value={value}
          label={label}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </RadioGroup>
  );
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
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function RefundLineRow({
  line,
  value,
  error,
  onChange,
}: {
  line: RefundableLine;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const errorId = `${lineField(line.id)}-error`;
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.name}>{line.name}</p>
        <p className={textStyles.meta}>
          {t(
            "{price} each{discount, select, yes {, less its discount} other {}}{weight, select, yes {, less what it weighs less} other {}}{tax, select, yes { and its sales tax} other {}}, {count} left to refund",
            {
              price: moneyText(line.unitPriceCents),
              discount: line.discountCents > 0 ? "yes" : "no",
              weight: line.weightRefundCents > 0 ? "yes" : "no",
              tax: line.leftTaxCents > 0 ? "yes" : "no",
              count: line.leftQuantity,
            },
          )}
        </p>
      </div>
      <QuantityStepper
        name={lineField(line.id)}
        label={line.name}
        value={value}
        max={line.leftQuantity}
        errorId={error ? errorId : undefined}
        onChange={onChange}
      />
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </li>
  );
}

/** Returns a typed quantity, limited to the refundable one; 0 for anything that is not a number. */
function quantityOf(typed: string | undefined, line: RefundableLine | undefined): number {
  return Math.min(wholeNumberTyped(typed || "0") ?? 0, line?.leftQuantity ?? 0);
}

const reasons = (): readonly { value: RefundWhy; label: string; hint?: string }[] => [
  { value: "requested_by_customer", label: t("Another reason") },
  { value: "missing", label: t("Missing"), hint: t("It was not in the order.") },
  { value: "damaged", label: t("Damaged"), hint: t("It can't be sold again.") },
  { value: "returned", label: t("Returned"), hint: t("It goes back into stock after the refund.") },
];

const refundKinds = (): readonly (readonly [RefundKind, string])[] => [
  ["lines", t("Items")],
  ["all", t("Everything not refunded yet")],
  ["amount", t("An amount")],
  ["fee", t("The delivery fee")],
];
