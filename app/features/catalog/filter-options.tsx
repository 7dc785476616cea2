import type { ReactNode } from "react";
import textStyles from "#app/ui/text.module.css";
import styles from "./filter-options.module.css";

/** Group of filter options; hidden if none is chosen and fewer than `minCount` match any product. */
export function FilterOptions<Value extends string>({
  legend,
  name,
  minCount = 1,
  options,
  nameOf,
  chosen,
  counts,
  note,
}: {
  legend: string;
  name: string;
  minCount?: number;
  options: readonly Value[];
  nameOf: (value: Value) => string;
  chosen: readonly Value[];
  counts: Readonly<Partial<Record<Value, number>>>;
  note?: string;
}) {
  const shown = options.filter((value) => counts[value] !== undefined || chosen.includes(value));
  if (shown.length < minCount && chosen.length === 0) return null;
  return (
    <FilterGroup legend={legend} note={note}>
      {shown.map((value) => (
        <FilterOption
          key={value}
          name={name}
          value={value}
          label={nameOf(value)}
          isChosen={chosen.includes(value)}
          count={counts[value] ?? 0}
        />
      ))}
    </FilterGroup>
  );
}

export function FilterGroup({
  legend,
  note,
  children,
}: {
  legend: string;
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group} data-wide={note ? true : undefined}>
      <legend className={textStyles.label}>{legend}</legend>
      <div className={styles.options}>{children}</div>
      {note ? <p className={textStyles.meta}>{note}</p> : null}
    </fieldset>
  );
}

export function FilterOption({
  name,
  value,
  label,
  isChosen,
  count,
}: {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  /** Null if no product matches. */
  count: number | null;
}) {
  if (count === null && !isChosen) return null;
  return (
    <label className={styles.option}>
      <input
        type="checkbox"
        name={name}
        value={value}
        checked={isChosen}
        disabled={!count && !isChosen}
        onChange={noChange}
        className={styles.box}
      />
      <span>
        {label} <span className={textStyles.meta}>{`(${count ?? 0})`}</span>
      </span>
    </label>
  );
}

/** Does nothing, because the form handles the change event; React requires a handler. */
export function noChange(): void {}
