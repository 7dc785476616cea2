import { t } from "#app/messages/t.ts";
import { Money } from "#app/ui/money.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { useEarlyInput } from "#app/ui/use-early-input.ts";
import { langOf } from "#app/values/untranslated.ts";
import type { Choice, ChoiceGroup } from "./choice-groups.ts";
import styles from "./choices.module.css";

/**
 * Groups of choices of a product, with their defaults preselected.
 * @param id id of the fields, unique on the page
 * @param missingId id of the group that still needs a choice; null if none does
 * @param onChange called with the chosen ids, also on hydration for choices made before it
 */
export function ChoiceFields({
  id,
  groups,
  missingId,
  onChange,
}: {
  id: string;
  groups: readonly ChoiceGroup[];
  missingId: number | null;
  onChange: (choiceIds: number[]) => void;
}) {
  const handleChange = () => onChange(readChoiceIds(id));
  useEarlyInput(handleChange);

  return (
    <Stack gap={2} id={id} onChange={handleChange}>
      {groups.map((group) => {
        const { id: groupId, name, isMultiple, isRequired, choices } = group;
        const isMissing = groupId === missingId;
        const errorId = `${id}-${groupId}-error`;
        const hasDefault = choices.some(({ isDefault }) => isDefault);
        return (
          <fieldset key={groupId} aria-describedby={isMissing ? errorId : undefined} data-group={groupId}>
            <legend lang={langOf(group, "name")} className={textStyles.label}>
              {name}
              {isRequired ? null : <span className={styles.optional}> {t("(optional)")}</span>}
            </legend>
            <div className={styles.choices}>
              {/* A radio button cannot be unchecked, so an optional group has one for "none". */}
              {isRequired || isMultiple ? null : (
                <ChoiceOption type="radio" name={`${id}-${groupId}`} choice={null} isDefault={!hasDefault} />
              )}
              {choices.map((choice) => (
                <ChoiceOption
                  key={choice.id}
                  type={isMultiple ? "checkbox" : "radio"}
                  name={`${id}-${groupId}`}
                  choice={choice}
                  isDefault={choice.isDefault}
                />
              ))}
            </div>
            <p id={errorId} role="alert" className={styles.error}>
              {isMissing ? t("Choose one for {name}.", { name }) : null}
            </p>
          </fieldset>
        );
      })}
    </Stack>
  );
}

/** @param choice null for the option "none" */
function ChoiceOption({
  type,
  name,
  choice,
  isDefault,
}: {
  type: "radio" | "checkbox";
  name: string;
  choice: Choice | null;
  isDefault: boolean;
}) {
  return (
    <label className={styles.choice}>
      <input type={type} name={name} value={choice?.id ?? ""} defaultChecked={isDefault} className={styles.input} />
      <span lang={choice ? langOf(choice, "label") : undefined} className={styles.label}>
        {choice?.label ?? t("None")}
      </span>
      {choice && choice.priceCents > 0 ? (
        <span className={textStyles.meta}>
          +<Money cents={choice.priceCents} />
        </span>
      ) : null}
    </label>
  );
}

/** Returns the ids of the checked choices, including those checked before hydration. */
export function readChoiceIds(id: string): number[] {
  const checked = document.querySelectorAll<HTMLInputElement>(`#${CSS.escape(id)} input:checked`);
  return [...checked].flatMap(({ value }) => (value === "" ? [] : [Number(value)]));
}

/** Moves the keyboard focus to a group. */
export function focusGroup(id: string, groupId: number): void {
  document.querySelector<HTMLInputElement>(`#${CSS.escape(id)} [data-group="${groupId}"] input`)?.focus();
}
