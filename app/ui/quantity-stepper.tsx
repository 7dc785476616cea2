import { t } from "#app/messages/t.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";
import styles from "./quantity-stepper.module.css";

/**
 * Field for whole numbers from 0, with buttons for one less and one more. It keeps invalid input, so that the form can
 * report it.
 * @param max highest number that the plus button sets
 */
export function QuantityStepper({
  name,
  label,
  value,
  max,
  errorId,
  onChange,
}: {
  name: string;
  label: string;
  /** Typed text; empty means 0. */
  value: string;
  max: number;
  /** Id of the error message; undefined without an error. */
  errorId: string | undefined;
  onChange: (value: string) => void;
}) {
  const count = wholeNumberTyped(value || "0");
  return (
    <div className={styles.stepper}>
      <IconButton
        label={t("One less: {label}", { label })}
        disabled={count === 0}
        onClick={() => onChange(String(Math.min((count ?? 1) - 1, max)))}
      >
        <Icon name="minus" />
      </IconButton>
      <input
        type="text"
        name={name}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        className={styles.number}
        value={value}
        placeholder="0"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <IconButton
        label={t("One more: {label}", { label })}
        disabled={count !== null && count >= max}
        onClick={() => onChange(String((count ?? 0) + 1))}
      >
        <Icon name="plus" />
      </IconButton>
    </div>
  );
}
