import { hoursText } from "#app/features/store/opening-hours.ts";
import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { readShopTime } from "#app/values/shop-clock.ts";
import { SETTING_LISTS } from "./list-settings.ts";
import { SETTING_FIELD_LIST } from "./setting-fields.ts";
import type { SettingsPart } from "./setting-groups.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import { type SettingsErrors, validateSettings } from "./validate-settings.ts";

type Field = keyof SettingsDraft;

/** Returns the values of one page, so that its form neither saves nor autosaves values of other pages. */
export function partOf(part: SettingsPart, whole: SettingsDraft): Partial<SettingsDraft> {
  return Object.fromEntries(Object.entries(whole).filter(([field]) => belongsTo(part, field as Field)));
}

/** Returns the errors of one page, so that an error on another page does not prevent saving. */
export function partErrors(part: SettingsPart, draft: SettingsDraft): SettingsErrors {
  return Object.fromEntries(
    Object.entries(validateSettings(draft)).filter(([name]) => belongsTo(part, (name.split(".")[0] ?? "") as Field)),
  );
}

/** Returns the settings as shoppers would see them, without lines that have errors. */
export function previewedSettings(settings: StoreSettings, draft: SettingsDraft): StoreSettings {
  const errors = Object.keys(validateSettings(draft));
  const isRight = (list: string) => (_: unknown, place: number) =>
    !errors.some((name) => name.startsWith(`${list}.${place}.`));
  return {
    ...settings,
    openingHours: draft.openingHours
      .filter(isRight("openingHours"))
      .map((hours) => ({ ...hours, text: hours.text.trim() || hoursText(hours) })),
    closedDays: draft.closedDays
      .filter(isRight("closedDays"))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
    pickupPausedUntil: readShopTime(draft.pickupPausedUntil, settings.timeZone),
    deliveryPausedUntil: readShopTime(draft.deliveryPausedUntil, settings.timeZone),
    pauseReason: draft.pauseReason.trim(),
    bannerText: draft.bannerText.trim(),
    bannerUntil: readShopTime(draft.bannerUntil, settings.timeZone),
  };
}

function belongsTo(part: SettingsPart, field: Field): boolean {
  const lists: Readonly<Record<string, { part: SettingsPart }>> = SETTING_LISTS;
  return (lists[field] ?? SETTING_FIELD_LIST.find(({ name }) => name === field))?.part === part;
}
