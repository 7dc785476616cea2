import { t } from "#app/messages/t.ts";
import {
  PREFERENCES,
  preferenceFrom,
  preferenceLabel,
  type SubstitutionPreference,
} from "#app/values/substitution-preference.ts";
import { RadioGroup, RadioOption, SelectField } from "./field.tsx";

/** The one question of an order: what to do about something that is not there. */
export function PreferenceQuestion({
  preference,
  onChange,
}: {
  preference: SubstitutionPreference | null;
  onChange: (preference: SubstitutionPreference) => void;
}) {
  return (
    <RadioGroup legend={t("If an item is out of stock")}>
      {PREFERENCES.map((each) => (
        <RadioOption
          key={each}
          name="preference"
          value={each}
          label={preferenceLabel(each)}
          checked={preference === each}
          onChange={() => onChange(each)}
        />
      ))}
    </RadioGroup>
  );
}

/** A line may have its own. */
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
      onChange={(event) => onChange(preferenceFrom(event.currentTarget.value))}
    >
      <option value="">{t("Same as for the order")}</option>
      {PREFERENCES.map((each) => (
        <option key={each} value={each}>
          {preferenceLabel(each)}
        </option>
      ))}
    </SelectField>
  );
}
