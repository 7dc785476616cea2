import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { IconButton, SmallButton } from "#app/ui/button.tsx";
import { addItem, changeItem } from "#app/ui/change-item.ts";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { amountText, centsFrom } from "#app/values/money.ts";
import { movedUp } from "#app/values/moved-up.ts";
import { choiceField, groupProblems, MAX_CHARACTERS, readGroupDraft } from "./choice-group-draft.ts";
import styles from "./choice-group-form.module.css";
import type { EditedGroup } from "./choice-group-queries.ts";
import { saveChoiceGroup } from "./save-choice-group.ts";

type Row = { key: string; choice: EditedGroup["choices"][number] | null };

/** Form for a new group of choices, or to edit one. */
export function GroupForm({ group, onSaved }: { group: EditedGroup | null; onSaved: () => Promise<void> }) {
  const [isMultiple, setMultiple] = useState(group?.is_multiple ?? false);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (group?.choices ?? [null, null]).map((choice, place) => ({ key: String(place), choice })),
  );
  const [nextKey, setNextKey] = useState(rows.length);
  const form = useForm({
    read: (_, data) => readGroupDraft(data),
    check: groupProblems,
    send: async (draft) => {
      await saveChoiceGroup(getBrowserData(), group, draft);
      await onSaved();
      showToast({ kind: "success", text: t("Group saved.") });
    },
  });

  function handleAdd() {
    setRows([...rows, { key: String(nextKey), choice: null }]);
    setNextKey(nextKey + 1);
  }

  return (
    <Stack as="form" gap={4} {...form.props} aria-label={group ? t("Change group") : t("Add group")}>
      <TextField
        label={t("Name")}
        {...form.field("name")}
        required
        maxLength={MAX_CHARACTERS}
        hint={t("What shoppers choose, such as Cut or Skin")}
        defaultValue={group?.name}
      />
      <RadioChoice
        legend={t("Shoppers choose")}
        name="kind"
        options={[
          ["one", t("One")],
          ["several", t("One or more")],
        ]}
        chosen={isMultiple ? "several" : "one"}
        onChoose={(value) => setMultiple(value === "several")}
      />
      <CheckboxField name="is_required" label={t("A choice is required")} defaultChecked={group?.is_required ?? true} />
      <fieldset className={styles.rows}>
        <legend>{t("Choices")}</legend>
        {rows.map(({ key, choice }, place) => (
          <div key={key} className={styles.row}>
            <ChoiceRow fieldKey={key} choice={choice} number={place + 1} errors={form.errors} />
            <div className={styles.actions}>
              {place > 0 ? (
                <IconButton
                  label={t("Move choice {number} up", { number: place + 1 })}
                  onClick={({ currentTarget }) =>
                    changeItem(currentTarget.closest("fieldset > div"), () => setRows(movedUp(rows, place)))
                  }
                >
                  ↑
                </IconButton>
              ) : null}
              {rows.length > 1 ? (
                <IconButton
                  label={t("Remove choice {number}", { number: place + 1 })}
                  onClick={({ currentTarget }) =>
                    changeItem(currentTarget.closest("fieldset > div"), () =>
                      setRows(rows.filter((row) => row.key !== key)),
                    )
                  }
                >
                  <Icon name="trash" />
                </IconButton>
              ) : null}
            </div>
          </div>
        ))}
        <SmallButton onClick={({ currentTarget }) => addItem(currentTarget, handleAdd)} isNarrow>
          <Icon name="plus" /> {t("Add choice")}
        </SmallButton>
      </fieldset>
      <FormEnd form={form}>{form.isBusy ? t("Saving...") : group ? t("Save group") : t("Add group")}</FormEnd>
    </Stack>
  );
}

function ChoiceRow({
  fieldKey,
  choice,
  number,
  errors,
}: {
  fieldKey: string;
  choice: Row["choice"];
  number: number;
  errors: FieldErrors;
}) {
  const field = (name: string) => ({ name: choiceField(fieldKey, name), error: errors[choiceField(fieldKey, name)] });
  return (
    <div className={styles.fields}>
      <input type="hidden" name="choice_key" value={fieldKey} />
      <input type="hidden" name={choiceField(fieldKey, "id")} value={choice?.id ?? ""} />
      <TextField
        {...field("label")}
        label={t("Choice {number}", { number })}
        maxLength={MAX_CHARACTERS}
        defaultValue={choice?.label}
      />
      <TextField
        {...field("price")}
        label={t("Added price of choice {number}", { number })}
        inputMode="decimal"
        defaultValue={choice && choice.price > 0 ? amountText(centsFrom(choice.price)) : ""}
      />
      <CheckboxField
        name={choiceField(fieldKey, "is_default")}
        label={t("Selected at first")}
        defaultChecked={choice?.is_default ?? false}
      />
    </div>
  );
}
