import { t } from "#app/messages/t.ts";
import { SETTING_LIST_NAMES, type SettingListName, type SettingRow, settingList } from "./list-settings.ts";
import { kindProblem, SETTING_FIELD_LIST } from "./setting-fields.ts";
import { draftRows, type SettingsDraft } from "./settings-draft.ts";

/** Error messages by field name: "phone", or "openingHours.0.closes" for a line of a list. */
export type SettingsErrors = Record<string, string | undefined>;

/** Validates in the order of the form, so that the first error is the topmost. */
export function validateSettings(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  for (const { name, kind, required, check } of SETTING_FIELD_LIST) {
    const typed = draft[name];
    if (typeof typed === "boolean") continue;
    const problem =
      required !== undefined && typed.trim() === "" ? required() : (kindProblem(kind, typed) ?? check?.(typed));
    if (problem) errors[name] = problem;
  }
  if (!errors["textsFrom"] && draft.textsUntil <= draft.textsFrom) {
    errors["textsUntil"] ??= t("The end must be after the start");
  }
  for (const name of SETTING_LIST_NAMES) Object.assign(errors, listErrors(name, draftRows(draft, name)));
  return errors;
}

function listErrors(name: SettingListName, rows: readonly SettingRow[]): SettingsErrors {
  const { fields, required } = settingList(name);
  const errors: SettingsErrors = {};
  if (rows.length === 0 && required !== undefined) errors[name] = required();
  for (const [place, row] of rows.entries()) {
    for (const [field, { check }] of Object.entries(fields)) {
      const problem = check?.(String(row[field]), row);
      if (problem) errors[`${name}.${place}.${field}`] = problem;
    }
  }
  return errors;
}

/** Returns a warning if the home page and the cart state different delivery radii; otherwise null. */
export function radiiWarning(draft: Pick<SettingsDraft, "freeDeliveryMilesHome" | "freeDeliveryMilesCart">) {
  const [home, cart] = [draft.freeDeliveryMilesHome.trim(), draft.freeDeliveryMilesCart.trim()];
  if (home === cart) return null;
  return t("The delivery radii differ: {home} miles on the home page, {cart} miles in the cart and order summary.", {
    home: home || t("no", {}, "miles"),
    cart: cart || t("no", {}, "miles"),
  });
}
