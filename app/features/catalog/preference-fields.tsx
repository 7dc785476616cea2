import { t } from "#app/messages/t.ts";
import { Options, SelectField } from "#app/ui/field.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import {
  PREFERENCES,
  preferenceFrom,
  preferenceLabel,
  type SubstitutionPreference,
} from "./substitution-preference.ts";

/** Question about the whole order: what to do if a product is out of stock. */
export function PreferenceQuestion({
  preference,
  onChange,
}: {
  preference: SubstitutionPreference | null;
  onChange: (preference: SubstitutionPreference) => void;
}) {
  return (
    <RadioChoice
      legend={t("If an item is out of stock")}
      name="preference"
      options={PREFERENCES.map((each) => [each, preferenceLabel(each)])}
      chosen={preference}
      onChoose={onChange}
    />
  );
}

/** Substitution preference of one line, instead of that of the order. */
export function LinePreference({
  label,
  name,
  preference,
  onChange,
}: {
  label: string;
  name: string;
  preference: SubstitutionPreference | null;
  onChange: (preference: SubstitutionPreference | null) => void;
}) {
  return (
    <SelectField
      label={label}
      name={name}
      value={preference ?? ""}
      onValue={(value) => onChange(preferenceFrom(value))}
    >
      <option value="">{t("Same as for the order")}</option>
      <Options of={PREFERENCES.map((each) => [each, preferenceLabel(each)])} />
    </SelectField>
  );
}
