import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { CheckboxField, Options, SelectField, TextField } from "#app/ui/field.tsx";
import groupStyles from "#app/ui/field-group.module.css";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { NotSavedError } from "#app/ui/save-merged.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useAutosavedForm } from "#app/ui/use-autosaved-form.ts";
import { useForm } from "#app/ui/use-form.ts";
import { useLinkedField } from "#app/ui/use-linked-field.ts";
import { groupBy } from "#app/values/group-by.ts";
import { isSameJson } from "#app/values/merge-changes.ts";
import { SETTING_LIST_NAMES, SETTING_LISTS, type SettingListName } from "./list-settings.ts";
import { saveStoreSettings, UnknownTimeZoneError } from "./save-settings.ts";
import { SETTING_FIELD_LIST, type SettingField } from "./setting-fields.ts";
import { SETTING_GROUPS, type SettingsPart } from "./setting-groups.ts";
import { settingsDraft } from "./settings-draft.ts";
import { SettingListForm } from "./settings-lists.tsx";
import { partErrors, partOf, previewedSettings } from "./settings-parts.ts";
import { SettingsPreview } from "./settings-preview.tsx";
import { radiiWarning, type SettingsErrors } from "./validate-settings.ts";

/** Form for one part of the settings, in groups, with one save button. */
export function SettingsForm({
  part,
  title,
  settings,
  isOwner,
  onSaved,
}: {
  part: SettingsPart;
  title: string;
  settings: StoreSettings;
  isOwner: boolean;
  onSaved: (settings: StoreSettings) => void;
}) {
  const whole = settingsDraft(settings);
  const autosaved = useAutosavedForm(`record ${part}`, partOf(part, whole));
  const { change } = autosaved;
  const draft = { ...whole, ...autosaved.draft };
  const warning = radiiWarning(draft);

  const form = useForm({
    read: () => draft,
    check: (typed) => {
      const found = partErrors(part, typed);
      if (Object.keys(found).length > 0) {
        showToast({ kind: "error", text: t("Settings not saved. Check the marked fields.") });
      }
      return found;
    },
    send: async (typed) => {
      if (isSameJson(typed, whole)) {
        showToast({ kind: "success", text: t("Nothing changed.") });
        return;
      }
      try {
        const saved = await saveStoreSettings(getBrowserData(), settings, typed);
        autosaved.showSaved(partOf(part, typed), partOf(part, settingsDraft(saved)));
        showToast({ kind: "success", text: t("Settings saved") });
        onSaved(saved);
      } catch (error) {
        if (error instanceof UnknownTimeZoneError) {
          form.reject({ timeZone: error.message });
          return;
        }
        console.error(error);
        showToast({
          kind: "error",
          text: error instanceof NotSavedError ? error.message : t("We couldn't save the settings. Try again."),
        });
      }
    },
  });
  const errors: SettingsErrors = form.errors;
  useLinkedField(form.props.ref);
  const lists = listsOf(part).map((name) => (
    <SettingListForm key={name} name={name} draft={draft} errors={errors} onChange={change} />
  ));

  return (
    <Stack as="form" gap={5} canShrink {...form.props} data-typed={autosaved.isChanged || undefined} aria-label={title}>
      <RestoredDraftNotice
        since={autosaved.autosavedAt}
        startOver={t("Discard changes")}
        onStartOver={() => autosaved.startOver()}
      />
      {part === "hours" ? lists : null}
      {groupsOf(part, isOwner).map(([group, fields]) => (
        <FieldGroup
          key={group}
          title={SETTING_GROUPS[group].title()}
          message={group === "free-delivery" && warning ? <FormMessage kind="notice">{warning}</FormMessage> : null}
        >
          {fields.map((field) => (
            <SettingControl
              key={field.name}
              field={field}
              value={draft[field.name]}
              saved={whole[field.name]}
              error={errors[field.name]}
              onChange={(value) => change({ [field.name]: value })}
            />
          ))}
        </FieldGroup>
      ))}
      {part === "hours" ? null : lists}
      <SettingsPreview part={part} settings={previewedSettings(settings, draft)} />
      <SaveBar>
        <SubmitButton size="large" form={form}>
          {form.isBusy ? t("Saving...") : t("Save settings")}
        </SubmitButton>
      </SaveBar>
    </Stack>
  );
}

/** Returns the groups of a page with the fields that the user may change. */
function groupsOf(part: SettingsPart, isOwner: boolean): [SettingField["group"], SettingField[]][] {
  const shown = SETTING_FIELD_LIST.filter((field) => field.part === part && (isOwner || !field.isForOwner));
  return [...groupBy(shown, ({ group }) => group)];
}

function listsOf(part: SettingsPart): SettingListName[] {
  return SETTING_LIST_NAMES.filter((name) => SETTING_LISTS[name].part === part);
}

function SettingControl({
  field: { name, label, hint, kind, type, options, maxLength, isWide },
  value,
  saved,
  error,
  onChange,
}: {
  field: SettingField;
  value: string | boolean;
  saved: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const shared = { name, label: label(), hint: hint?.() };
  if (typeof value === "boolean") return <CheckboxField {...shared} checked={value} onChecked={onChange} />;
  if (options) {
    return (
      <SelectField {...shared} value={value} error={error} onValue={onChange}>
        <Options of={[...new Set([String(saved), ...options()])].map((option) => [option, option])} />
      </SelectField>
    );
  }
  const control = (
    <TextField
      {...shared}
      {...INPUTS[kind]}
      {...(type === undefined ? {} : { type })}
      maxLength={maxLength}
      value={value}
      error={error}
      onValue={onChange}
    />
  );
  return isWide ? <div className={groupStyles.wide}>{control}</div> : control;
}

const INPUTS = {
  text: {},
  switch: {},
  decimal: { inputMode: "decimal" },
  dollars: { inputMode: "decimal" },
  whole: { inputMode: "numeric" },
  time: { type: "datetime-local" },
} as const satisfies Record<SettingField["kind"], object>;
