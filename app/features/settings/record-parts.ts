import type { StoreSettings } from "#app/features/store/store-settings.ts";
import { hoursText } from "#app/values/opening-hours.ts";
import { readShopTime } from "#app/values/shop-clock.ts";
import type { SettingsDraft } from "./settings-draft.ts";
import { type SettingsErrors, validateSettings } from "./validate-settings.ts";

/** The shop's record is changed in parts, each on a page of its own. */
export type RecordPart = "shop" | "hours" | "closed-days" | "windows" | "banner";

type Field = keyof SettingsDraft;

const OWN_FIELDS: Record<Exclude<RecordPart, "shop">, readonly Field[]> = {
  hours: ["openingHours"],
  "closed-days": ["closedDays", "pickupPausedUntil", "deliveryPausedUntil", "pauseReason"],
  windows: ["hasPickupWindows", "hasDeliveryWindows"],
  banner: ["bannerText", "bannerUntil"],
};

/** What one page holds of the record, so that it neither saves nor keeps what another page changed. */
export function partOf(part: RecordPart, whole: SettingsDraft): Partial<SettingsDraft> {
  return Object.fromEntries(Object.entries(whole).filter(([field]) => belongsTo(part, field as Field)));
}

/** What is wrong on this page: nobody is held up by what stands on another one. */
export function partErrors(part: RecordPart, draft: SettingsDraft): SettingsErrors {
  return Object.fromEntries(
    Object.entries(validateSettings(draft)).filter(([name]) =>
      belongsTo(part, (name.split(".")[0] ?? "") as Field),
    ),
  );
}

/** The record as shoppers would meet it; lines that are not finished are left out. */
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

function belongsTo(part: RecordPart, field: Field): boolean {
  if (part !== "shop") return OWN_FIELDS[part].includes(field);
  return !Object.values(OWN_FIELDS).some((fields) => fields.includes(field));
}
