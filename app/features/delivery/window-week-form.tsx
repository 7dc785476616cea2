import { useState } from "react";
import { flushSync } from "react-dom";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { removeWindowRules, saveWindowRules, type WindowRule } from "./window-rule.ts";
import {
  type DayDraft,
  type DayField,
  dayField,
  WEEKDAYS,
  weekChanges,
  weekFrom,
  weekProblems,
} from "./window-week.ts";
import styles from "./window-week-form.module.css";

const COLUMNS: readonly { field: DayField; label: string; type: "text" | "time" }[] = [
  { field: "lengthMinutes", label: "Minutes per time", type: "text" },
  { field: "capacity", label: "Orders per time", type: "text" },
  { field: "preparationMinutes", label: "Preparation, minutes", type: "text" },
  { field: "cutOff", label: "Same-day cutoff", type: "time" },
];

/** The times of a week, a row for each day; one day can be copied to all others. */
export function WindowWeekForm({
  type,
  title,
  rules,
  onSaved,
}: {
  type: WindowRule["deliveryType"];
  title: string;
  /** Rules of this type. */
  rules: readonly WindowRule[];
  onSaved: () => Promise<void>;
}) {
  const [week, setWeek] = useState<readonly DayDraft[]>(() => weekFrom(rules));
  const form = useForm({
    autosaveKey: `week of ${type}`,
    read: () => week,
    check: weekProblems,
    send: async (typed) => {
      const { saved, removed } = weekChanges(typed, type, rules);
      if (saved.length === 0 && removed.length === 0) return done("Nothing to save. These times are already set.");
      const data = getBrowserData();
      if (saved.length > 0) await saveWindowRules(data, saved);
      if (removed.length > 0) await removeWindowRules(data, type, removed);
      await onSaved();
      return done("Times saved. Existing orders keep their times.");
    },
  });

  function change(weekday: number, values: Partial<DayDraft>) {
    setWeek((days) => days.map((day, place) => (place === weekday ? { ...day, ...values } : day)));
  }

  function copyToEveryDay(day: DayDraft) {
    // The autosave reads the rendered inputs.
    flushSync(() => setWeek(WEEKDAYS.map(() => day)));
    form.props.onInput();
  }

  function handleStartOver() {
    flushSync(() => setWeek(weekFrom(rules)));
    form.autosaved.onStartOver();
  }

  return (
    <form {...form.props} aria-label={title} className={styles.form}>
      <RestoredDraftNotice since={form.autosaved.since} onStartOver={handleStartOver} />
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {COLUMNS.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <HiddenText>Copy</HiddenText>
            </th>
          </tr>
        </thead>
        <tbody>
          {week.map((day, weekday) => {
            const name = WEEKDAYS[weekday] ?? "";
            return (
              <tr key={name}>
                <th scope="row">
                  <CheckboxField
                    name={dayField("hasTimes", weekday)}
                    label={name}
                    checked={day.hasTimes}
                    onChange={(event) => change(weekday, { hasTimes: event.currentTarget.checked })}
                  />
                </th>
                {COLUMNS.map(({ field, label, type: inputType }) => (
                  <td key={field} data-label={label}>
                    <DayInput
                      name={dayField(field, weekday)}
                      label={`${name}: ${label}`}
                      type={inputType}
                      value={day[field]}
                      isDisabled={!day.hasTimes}
                      error={form.errors[dayField(field, weekday)]}
                      onChange={(value) => change(weekday, { [field]: value })}
                    />
                  </td>
                ))}
                <td>
                  {day.hasTimes ? (
                    <Button size="small" variation="secondary" onClick={() => copyToEveryDay(day)}>
                      Copy to every day<HiddenText>: {name}</HiddenText>
                    </Button>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.hint}>Preparation counts only opening hours. Leave the cutoff empty for none.</p>
      <div>
        <Button type="submit" disabled={form.isBusy}>
          Save times<HiddenText>: {title}</HiddenText>
        </Button>
      </div>
      <FormAnswer answer={form.answer} />
    </form>
  );
}

function DayInput({
  name,
  label,
  type,
  value,
  isDisabled,
  error,
  onChange,
}: {
  name: string;
  label: string;
  type: "text" | "time";
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
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error === undefined ? null : (
        <span id={`${name}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </>
  );
}
