import { useState } from "react";
import { flushSync } from "react-dom";
import { useStoreSettings } from "#app/features/store/store-settings-context.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SmallButton, SubmitButton } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { partlyHidden } from "#app/ui/partly-hidden.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { done } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { DayInput, dayColumns } from "./day-input.tsx";
import { saveWindowRules, type WindowRule } from "./window-rule.ts";
import {
  type DayDraft,
  dayField,
  isSameWeek,
  rulesFrom,
  type WeekdayWindow,
  weekdays,
  weekFrom,
  weekProblems,
  windowField,
  windowsOfDay,
} from "./window-week.ts";
import styles from "./window-week-form.module.css";

/** Form for the windows of a week, with a row for each day; a day can be copied to all others. */
export function WindowWeekForm({
  type,
  title,
  rules,
  onSaved,
}: {
  type: WindowRule["deliveryType"];
  title: string;
  /** Schedules of this type. */
  rules: readonly WindowRule[];
  /** Reloads the schedules. */
  onSaved: () => Promise<void>;
}) {
  const { openingHours } = useStoreSettings();
  const [week, setWeek] = useState<readonly DayDraft[]>(() => weekFrom(rules));
  /** The saved schedule that the form edits. */
  const [base, setBase] = useState(rules);
  const form = useForm({
    autosaveKey: `week of ${type}`,
    read: () => week,
    check: (typed) => weekProblems(typed, openingHours),
    send: async (typed) => {
      const next = rulesFrom(typed, type, openingHours);
      if (isSameWeek(next, base)) return done(t("Nothing to save. These times are already set."));
      const label = (weekday: number, name: string | undefined) =>
        `${weekdays()[weekday]}: ${dayColumns().find(({ field }) => field === name)?.label ?? t("Times")}`;
      const saved = await saveWindowRules(getBrowserData(), type, base, next, label);
      setBase(saved);
      setWeek(weekFrom(saved));
      await onSaved();
      return done(t("Times saved. Existing orders keep their times."));
    },
  });

  function change(weekday: number, values: Partial<DayDraft>) {
    setWeek((days) => days.map((day, place) => (place === weekday ? { ...day, ...values } : day)));
  }

  function copyToEveryDay(day: DayDraft) {
    // Renders first, because the autosave reads the rendered inputs.
    flushSync(() => setWeek(weekdays().map(() => day)));
    form.props.onInput();
  }

  function handleStartOver() {
    flushSync(() => {
      setWeek(weekFrom(rules));
      setBase(rules);
    });
    form.autosaved.onStartOver();
  }

  const shownColumns = dayColumns();
  const names = weekdays();
  return (
    <Stack as="form" gap={3} {...form.props} aria-label={title}>
      <RestoredDraftNotice {...form.autosaved} onStartOver={handleStartOver} />
      <table className={styles.week}>
        <thead>
          <tr>
            <th scope="col">{t("Day")}</th>
            {shownColumns.map(({ field, label }) => (
              <th key={field} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">
              <HiddenText>{t("Copy")}</HiddenText>
            </th>
          </tr>
        </thead>
        <tbody>
          {week.map((day, weekday) => {
            const name = names[weekday] ?? "";
            return (
              <DayRows
                key={name}
                day={day}
                name={name}
                weekday={weekday}
                errors={form.errors}
                onChange={(values) => change(weekday, values)}
                onCopy={() => copyToEveryDay(day)}
              />
            );
          })}
        </tbody>
      </table>
      <p className={textStyles.meta}>{t("Preparation counts only opening hours. Leave the cutoff empty for none.")}</p>
      <SaveBar>
        <FormAnswer answer={form.answer} />
        <SubmitButton form={form}>{partlyHidden(t("Save times<hidden>: {title}</hidden>", { title }))}</SubmitButton>
      </SaveBar>
    </Stack>
  );
}

function DayRows({
  day,
  name,
  weekday,
  errors,
  onChange,
  onCopy,
}: {
  day: DayDraft;
  name: string;
  weekday: number;
  errors: FieldErrors;
  onChange: (values: Partial<DayDraft>) => void;
  onCopy: () => void;
}) {
  const { openingHours } = useStoreSettings();
  const shownColumns = dayColumns();
  return (
    <>
      <tr>
        <th scope="row">
          <CheckboxField
            name={dayField("hasTimes", weekday)}
            label={name}
            checked={day.hasTimes}
            onChecked={(hasTimes) => onChange({ hasTimes })}
          />
        </th>
        {shownColumns.map(({ field, label, type: inputType }) => (
          <td key={field} data-label={label}>
            <DayInput
              name={dayField(field, weekday)}
              label={`${name}: ${label}`}
              type={inputType}
              value={day[field]}
              isDisabled={!day.hasTimes}
              error={errors[dayField(field, weekday)]}
              onChange={(value) => onChange({ [field]: value })}
            />
          </td>
        ))}
        <td>
          {day.hasTimes ? (
            <SmallButton onClick={onCopy}>
              {partlyHidden(t("Copy to every day<hidden>: {name}</hidden>", { name }))}
            </SmallButton>
          ) : null}
        </td>
      </tr>
      {day.hasTimes ? (
        <tr className={styles.single}>
          <td colSpan={shownColumns.length + 2}>
            <SingleWindows
              day={day}
              name={name}
              weekday={weekday}
              windows={windowsOfDay(openingHours, weekday, day)}
              errors={errors}
              onChange={(starts, value) => onChange({ windowCapacities: { ...day.windowCapacities, [starts]: value } })}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Capacity of single windows of a day, collapsed under a summary with their number. */
function SingleWindows({
  day,
  name,
  weekday,
  windows,
  errors,
  onChange,
}: {
  day: DayDraft;
  name: string;
  weekday: number;
  windows: readonly WeekdayWindow[];
  errors: FieldErrors;
  onChange: (starts: string, value: string) => void;
}) {
  if (windows.length === 0) return null;
  const ownCount = windows.filter(({ starts }) => (day.windowCapacities[starts] ?? "").trim() !== "").length;
  const hasErrors = windows.some(({ starts }) => errors[windowField(starts, weekday)] !== undefined);
  return (
    <details open={hasErrors || undefined}>
      <summary className={styles.summary}>
        <HiddenText>{name}: </HiddenText>
        {ownCount === 0
          ? t("Other numbers for single times")
          : t("Other numbers for single times ({count})", { count: ownCount })}
      </summary>
      <ul className={styles.windows}>
        {windows.map(({ starts, text }) => (
          <li key={starts}>
            <span aria-hidden="true">{text}</span>
            <DayInput
              name={windowField(starts, weekday)}
              label={t("{day}, {time}: Orders", { day: name, time: text })}
              type="text"
              placeholder={day.capacity}
              value={day.windowCapacities[starts] ?? ""}
              isDisabled={false}
              error={errors[windowField(starts, weekday)]}
              onChange={(value) => onChange(starts, value)}
            />
          </li>
        ))}
      </ul>
      <p className={textStyles.meta}>{t("Leave a time empty for the number of the day. 0 closes it.")}</p>
    </details>
  );
}
