import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./field.module.css";
import textStyles from "./text.module.css";

export interface FieldText {
  label: string;
  hint?: ReactNode;
  /** Validation message; marks the field as invalid. */
  error?: string | undefined;
}

export type Native<Tag extends "input" | "textarea" | "select"> = Omit<
  ComponentProps<Tag>,
  "className" | "style" | "aria-describedby" | "aria-invalid"
>;

/** Receives what was typed or chosen; replaces `onChange`. */
type OnValue = { onValue?: (value: string) => void };

/**
 * Single-line text field, also of type "email", "password", "tel", "number", "date", or "file". Browsers fill it in only
 * if it names its `autoComplete`.
 */
export function TextField({ label, hint, error, id, onValue, ...rest }: FieldText & OnValue & Native<"input">) {
  const fieldId = useFieldId(id);
  return (
    <Field id={fieldId} label={label} hint={hint} error={error}>
      <input
        type="text"
        autoComplete="off"
        {...rest}
        {...tie(fieldId, hint, error, onValue)}
        className={styles.control}
      />
    </Field>
  );
}

export function TextAreaField({ label, hint, error, id, onValue, ...rest }: FieldText & OnValue & Native<"textarea">) {
  const fieldId = useFieldId(id);
  return (
    <Field id={fieldId} label={label} hint={hint} error={error}>
      <textarea rows={4} {...rest} {...tie(fieldId, hint, error, onValue)} className={styles.control} />
    </Field>
  );
}

/**
 * Select field; its children are <option>s. While a controlled one is disabled, it keeps its value and the keyboard
 * focus, like a button.
 */
export function SelectField({
  label,
  hint,
  error,
  id,
  disabled = false,
  onValue,
  ...rest
}: FieldText & OnValue & Native<"select">) {
  const fieldId = useFieldId(id);
  return (
    <Field id={fieldId} label={label} hint={hint} error={error}>
      <select
        {...rest}
        aria-disabled={disabled || undefined}
        {...tie(fieldId, hint, error, disabled ? () => undefined : onValue)}
        className={styles.control}
      />
    </Field>
  );
}

/** Options of a select field, each with its value and label. */
export function Options({ of }: { of: readonly (readonly [value: string | number, label: ReactNode])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Checkbox with its label. */
export function CheckboxField({
  label,
  hint,
  id,
  onChecked,
  ...rest
}: Omit<FieldText, "error"> & { onChecked?: (isChecked: boolean) => void } & Native<"input">) {
  const fieldId = useFieldId(id);
  return (
    <div className={styles.check}>
      <input
        type="checkbox"
        {...(onChecked ? { onChange: ({ currentTarget }) => onChecked(currentTarget.checked) } : {})}
        {...rest}
        {...tie(fieldId, hint, undefined)}
        className={styles.box}
      />
      <label htmlFor={fieldId}>{label}</label>
      {hint ? (
        <span id={`${fieldId}-hint`} className={styles.hint}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

function Field({ id, label, hint, error, children }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint ? (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      ) : null}
      {error ? (
        <span id={`${id}-error`} className={textStyles.error}>
          {error}
        </span>
      ) : null}
    </div>
  );
}

export function useFieldId(id: string | undefined): string {
  const ownId = useId();
  return id ?? ownId;
}

/** Links hint, error, and `onValue` to the control, for every kind of field. */
export function tie(id: string, hint: ReactNode, error: string | undefined, onValue?: OnValue["onValue"]) {
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? (true as const) : undefined,
    ...(onValue
      ? { onChange: (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value) }
      : {}),
  };
}
