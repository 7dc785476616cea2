import { type ReactNode, useId } from "react";
import styles from "./field.module.css";
import { type FieldText, type Native, tie, useFieldId } from "./field.tsx";
import textStyles from "./text.module.css";

/**
 * Radio buttons of one choice.
 * @param options value, label, and hint of each
 * @param isShort see `RadioGroup`
 */
export function RadioChoice<Value extends string>({
  legend,
  error,
  isShort = false,
  name,
  options,
  chosen,
  onChoose,
}: {
  legend: string;
  error?: string | undefined;
  isShort?: boolean;
  name: string;
  options: readonly (readonly [value: Value, label: string, hint?: string])[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}) {
  return (
    <RadioGroup legend={legend} error={error} isShort={isShort}>
      {options.map(([value, label, hint]) => (
        <RadioOption
          key={value}
          name={name}
          value={value}
          label={label}
          hint={hint}
          checked={chosen === value}
          onChange={() => onChoose(value)}
        />
      ))}
    </RadioGroup>
  );
}

/** Group of radio buttons, laid out as large tiles; its children are `RadioOption`s. */
export function RadioGroup({
  legend,
  error,
  isShort = false,
  children,
}: {
  legend: string;
  error?: string | undefined;
  /** Lays out one-word options side by side, even on phones. */
  isShort?: boolean;
  children: ReactNode;
}) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className={styles.label}>{legend}</legend>
      <div className={styles.options} data-short={isShort || undefined}>
        {children}
      </div>
      {error ? (
        <p id={errorId} className={textStyles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

export function RadioOption({ label, hint, id, ...rest }: Omit<FieldText, "error"> & Native<"input">) {
  const fieldId = useFieldId(id);
  return (
    <div className={styles.option}>
      <input type="radio" {...rest} {...tie(fieldId, hint, undefined)} className={styles.radio} />
      <label htmlFor={fieldId} className={styles.optionLabel}>
        {label}
      </label>
      {hint ? (
        <span id={`${fieldId}-hint`} className={styles.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}
