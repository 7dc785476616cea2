import { t } from "#app/messages/t.ts";
import textStyles from "#app/ui/text.module.css";
import type { DayField } from "./window-week.ts";
import styles from "./window-week-form.module.css";

/** Fields of a day besides its hours. */
export const dayColumns = (): readonly { field: DayField; label: string; type: "text" | "time" }[] => [
  { field: "lengthMinutes", label: t("Minutes per time"), type: "text" },
  { field: "capacity", label: t("Orders per time"), type: "text" },
  { field: "preparationMinutes", label: t("Preparation, minutes"), type: "text" },
  { field: "cutOff", label: t("Same-day cutoff"), type: "time" },
];

/** Input of a day's row, with its error. */
export function DayInput({
  name,
  label,
  type,
  placeholder,
  value,
  isDisabled,
  error,
  onChange,
}: {
  name: string;
  label: string;
  type: "text" | "time";
  placeholder?: string;
  value: string;
  isDisabled: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <>
      <input
        name={name}
        type={type}
        inputMode={type === "text" ? "numeric" : undefined}
        autoComplete="off"
        aria-label={label}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${name}-error`}
        className={styles.input}
        placeholder={placeholder}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error === undefined ? null : (
        <span id={`${name}-error`} className={`${styles.error} ${textStyles.error}`}>
          {error}
        </span>
      )}
    </>
  );
}
