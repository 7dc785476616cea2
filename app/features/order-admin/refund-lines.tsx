import type { RefundableLine } from "#app/features/orders/refundable-lines.ts";
import { t } from "#app/messages/t.ts";
import { SmallButton } from "#app/ui/button.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import textStyles from "#app/ui/text.module.css";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { moneyText } from "#app/values/money.ts";
import styles from "./refund-dialog.module.css";
import { lineField } from "./refund-draft.ts";

export function RefundLines({
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
      <SmallButton
        onClick={() => onChange(Object.fromEntries(lines.map(({ id, leftQuantity }) => [id, String(leftQuantity)])))}
        isNarrow
      >
        {t("Select all items")}
      </SmallButton>
    </div>
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
export function quantityOf(typed: string | undefined, line: RefundableLine | undefined): number {
  return Math.min(wholeNumberTyped(typed || "0") ?? 0, line?.leftQuantity ?? 0);
}
