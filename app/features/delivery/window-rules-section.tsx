import { Link } from "react-router";
import { useStoreSettings } from "#app/features/store/store-settings-context.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { EditableLine, EditableList, RemoveButton } from "#app/ui/editable-list.tsx";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormAnswer, FormMessage } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { Section } from "#app/ui/section.tsx";
import { done } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { windowText } from "#app/values/window-text.ts";
import { useWindows } from "./use-windows.ts";
import { removeWindowRule, ruleProblems, ruleText, saveWindowRules, WEEKDAYS, type WindowRule } from "./window-rule.ts";
import sectionStyles from "./window-rules-section.module.css";

type DeliveryType = WindowRule["deliveryType"];

const TITLES = { pickup: "Pickup times", delivery: "Delivery times" } as const;
const PREVIEWED = 6;

/** The windows of each weekday, and the next ones as shoppers see them. */
export function WindowRulesSection({
  type,
  rules,
  occasion,
  onChanged,
}: {
  type: DeliveryType;
  rules: readonly WindowRule[];
  /** Whatever changes the next free times. */
  occasion: unknown;
  onChanged: () => Promise<void>;
}) {
  const own = rules.filter((rule) => rule.deliveryType === type);
  return (
    <Section title={TITLES[type]}>
      <p>
        Times fill the day's opening hours. <Link to="/desk/settings/closed-days">Closed days and pauses</Link> are left
        out.
      </p>
      <EditableList items={own} empty="No times yet. Add them below.">
        {(rule) => {
          const day = WEEKDAYS[rule.weekday] ?? "";
          return (
            <EditableLine
              key={rule.weekday}
              name={day}
              actions={
                <RemoveButton
                  name={day}
                  onRemove={async () => {
                    await removeWindowRule(getBrowserData(), rule);
                    return null;
                  }}
                  onRemoved={onChanged}
                />
              }
            >
              <strong>{day}</strong> · {ruleText(rule)}
            </EditableLine>
          );
        }}
      </EditableList>
      <RuleForm type={type} onSaved={onChanged} />
      <Preview type={type} occasion={occasion} />
    </Section>
  );
}

function RuleForm({ type, onSaved }: { type: DeliveryType; onSaved: () => Promise<void> }) {
  const form = useForm({
    autosaveKey: `windows ${type}`,
    read: (field, data) => ({
      weekdays: data.getAll("weekdays").map(Number),
      lengthMinutes: field("lengthMinutes"),
      capacity: field("capacity"),
      preparationMinutes: field("preparationMinutes"),
      cutOff: field("cutOff"),
    }),
    check: ruleProblems,
    send: async ({ weekdays, cutOff, ...numbers }) => {
      await saveWindowRules(
        getBrowserData(),
        weekdays.map((weekday) => ({
          deliveryType: type,
          weekday,
          lengthMinutes: wholeNumberTyped(numbers.lengthMinutes) ?? 0,
          capacity: wholeNumberTyped(numbers.capacity) ?? 0,
          preparationMinutes: wholeNumberTyped(numbers.preparationMinutes) ?? 0,
          cutOff: cutOff || null,
        })),
      );
      await onSaved();
      return done("Times saved. Existing orders keep their times.");
    },
  });
  const errors: Record<string, string | undefined> = form.errors;
  return (
    <form {...form.props} aria-label={TITLES[type]} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      <fieldset>
        <legend>Weekdays</legend>
        <div className={sectionStyles.days}>
          {WEEKDAYS.map((day, weekday) => (
            <CheckboxField key={day} name="weekdays" value={weekday} label={day} />
          ))}
        </div>
        {errors["weekdays"] ? <FormMessage>{errors["weekdays"]}</FormMessage> : null}
      </fieldset>
      <TextField
        label="Minutes per time window"
        name="lengthMinutes"
        inputMode="numeric"
        defaultValue="120"
        error={errors["lengthMinutes"]}
      />
      <TextField
        label="Orders per time window"
        name="capacity"
        inputMode="numeric"
        defaultValue="5"
        error={errors["capacity"]}
      />
      <TextField
        label="Preparation time in minutes"
        name="preparationMinutes"
        inputMode="numeric"
        defaultValue="60"
        hint="Counts only opening hours"
        error={errors["preparationMinutes"]}
      />
      <TextField label="Same-day cutoff" name="cutOff" type="time" hint="Leave empty for no cutoff" />
      <div>
        <Button type="submit" disabled={form.isBusy}>
          Save days<HiddenText>: {TITLES[type]}</HiddenText>
        </Button>
      </div>
      <FormAnswer answer={form.answer} />
    </form>
  );
}

function Preview({ type, occasion }: { type: DeliveryType; occasion: unknown }) {
  const { timeZone } = useStoreSettings();
  const windows = useWindows(type, PREVIEWED, occasion);
  return (
    <div role="status">
      <p>Next available times, as shoppers see them:</p>
      {windows === null ? null : windows.length === 0 ? (
        <p>No times. Turn them on above and add a weekday.</p>
      ) : (
        <ul>
          {windows.map((window) => (
            <li key={window.startsAt}>{windowText(window, timeZone)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
