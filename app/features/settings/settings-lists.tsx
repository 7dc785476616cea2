import { t } from "#app/messages/t.ts";
import { CheckboxField, TextAreaField, TextField } from "#app/ui/field.tsx";
import { type SettingListField, type SettingListName, type SettingRow, settingList } from "./list-settings.ts";
import { draftRows, type SettingsDraft } from "./settings-draft.ts";
import { SettingsList } from "./settings-list.tsx";
import type { SettingsErrors } from "./validate-settings.ts";

/** Form fields of a setting that is a list. */
export function SettingListForm({
  name,
  draft,
  errors,
  onChange,
}: {
  name: SettingListName;
  draft: SettingsDraft;
  errors: SettingsErrors;
  onChange: (changed: Partial<SettingsDraft>) => void;
}) {
  const list = settingList(name);
  const rows = draftRows(draft, name);
  return (
    <SettingsList
      title={list.title()}
      name={name}
      rowLabel={list.rowLabel()}
      rows={rows}
      newRow={list.newRow}
      error={errors[name]}
      onChange={(changed) => onChange({ [name]: changed })}
    >
      {({ row, field, change }) => (
        <>
          {Object.entries(list.fields).map(([column, control]) => (
            <RowField
              key={column}
              field={control}
              name={`${field}.${column}`}
              value={String(row[column])}
              error={errors[`${field}.${column}`]}
              onType={(typed) => change({ [column]: typed })}
            />
          ))}
          {"isSample" in list.newRow ? (
            <CheckboxField
              label={t("Sample")}
              name={`${field}.isSample`}
              checked={row["isSample"] === true}
              hint={t("Hidden in a live store")}
              onChecked={(isSample) => change({ isSample })}
            />
          ) : null}
        </>
      )}
    </SettingsList>
  );
}

function RowField({
  field: { label, hint, type, maxLength },
  name,
  value,
  error,
  onType,
}: {
  field: SettingListField<SettingRow>;
  name: string;
  value: string;
  error: string | undefined;
  onType: (typed: string) => void;
}) {
  const shared = { label: label(), name, value, error, onValue: onType, hint: hint?.(), maxLength };
  if (type === "textarea") return <TextAreaField {...shared} rows={3} />;
  return <TextField {...shared} {...(type === undefined ? {} : { type })} />;
}
