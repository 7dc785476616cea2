import { useId } from "react";
import { t } from "#app/messages/t.ts";
import { IconButton, SmallButton } from "#app/ui/button.tsx";
import { changeItem } from "#app/ui/change-item.ts";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import textStyles from "#app/ui/text.module.css";
import type { DeliveryLine } from "./delivery-form-values.ts";
import styles from "./receive-page.module.css";
import { itemName } from "./stock-item.ts";

/** Fields for quantity, unit cost, and best-before date of a received product. */
export function ReceiveLine({
  line,
  errors,
  onChange,
  onSplit,
  onRemove,
}: {
  line: DeliveryLine;
  /** Error messages by field name, such as "cost-3". */
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (change: Partial<DeliveryLine>) => void;
  onSplit: () => void;
  onRemove: () => void;
}) {
  const errorId = useId();
  const name = itemName(line);
  const error = errors[`quantity-${line.id}`];
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <span>{name}</span>
        <span className={styles.actions}>
          <SmallButton onClick={onSplit}>{partlyHidden(t("Add date<hidden>: {name}</hidden>", { name }))}</SmallButton>
          <IconButton
            label={t("Remove {name}", { name })}
            onClick={({ currentTarget }) => changeItem(currentTarget.closest("li"), onRemove)}
          >
            <Icon name="trash" />
          </IconButton>
        </span>
      </div>
      <div className={styles.fields}>
        <div className={styles.quantity}>
          <span aria-hidden="true" className={textStyles.label}>
            {t("Quantity")}
          </span>
          <QuantityStepper
            name={`quantity-${line.id}`}
            label={t("Quantity of {name}", { name })}
            value={line.quantity}
            max={99_999}
            errorId={error ? errorId : undefined}
            onChange={(quantity) => onChange({ quantity })}
          />
          {error ? (
            <span id={errorId} className={textStyles.error}>
              {error}
            </span>
          ) : null}
        </div>
        <TextField
          label={t("Unit cost")}
          name={`cost-${line.id}`}
          inputMode="decimal"
          placeholder={t("Unknown")}
          aria-label={t("Unit cost of {name}", { name })}
          value={line.cost}
          error={errors[`cost-${line.id}`]}
          onValue={(cost) => onChange({ cost })}
        />
        <TextField
          label={t("Best before")}
          name={`bestBefore-${line.id}`}
          type="date"
          aria-label={t("Best before, {name}", { name })}
          value={line.bestBefore}
          error={errors[`bestBefore-${line.id}`]}
          onValue={(bestBefore) => onChange({ bestBefore })}
        />
        {line.isCounted ? null : (
          <div className={styles.starts}>
            <CheckboxField
              label={t("Start counting stock")}
              hint={t("Stock begins with this quantity")}
              checked={line.startsCounting}
              onChecked={(startsCounting) => onChange({ startsCounting })}
            />
          </div>
        )}
      </div>
    </li>
  );
}
