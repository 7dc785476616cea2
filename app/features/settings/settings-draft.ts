import type {
  ClosedDay,
  SocialLink,
  StoreSettings,
  StoreSettingsRow,
  TeamMember,
  Testimonial,
} from "#app/features/store/store-settings.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import { amountFrom, amountText, centsTyped } from "#app/values/money.ts";
import { hoursText, type OpeningHours } from "#app/values/opening-hours.ts";
import { readShopTime, shopTimeOf } from "#app/values/shop-clock.ts";

/** The shop's record as its form holds it: numbers are still text. */
export interface SettingsDraft extends Record<SettingsTextField, string> {
  openingHours: OpeningHours[];
  closedDays: ClosedDay[];
  hasPickupWindows: boolean;
  hasDeliveryWindows: boolean;
  socialLinks: SocialLink[];
  team: TeamMember[];
  testimonials: Testimonial[];
  hasExpressCheckout: boolean;
}

export type SettingsTextField =
  | "name"
  | "street"
  | "city"
  | "state"
  | "postalCode"
  | "near"
  | "phone"
  | "email"
  | "latitude"
  | "longitude"
  | "timeZone"
  | "freeDeliveryMinimum"
  | "freeDeliveryMilesHome"
  | "freeDeliveryMilesCart"
  | "pickupPausedUntil"
  | "deliveryPausedUntil"
  | "pauseReason"
  | "lowStockAt"
  | "bannerText"
  | "bannerUntil";

export function settingsDraft(settings: StoreSettings): SettingsDraft {
  const {
    latitude,
    longitude,
    freeDeliveryMinimumCents,
    freeDeliveryMilesHome,
    freeDeliveryMilesCart,
    lowStockAt,
    quotesCarts: _,
    hasDiscountCodes: __,
    pickupPausedUntil,
    deliveryPausedUntil,
    bannerUntil,
    ...same
  } = settings;
  return {
    ...same,
    latitude: String(latitude),
    longitude: String(longitude),
    freeDeliveryMinimum: amountText(freeDeliveryMinimumCents),
    freeDeliveryMilesHome: String(freeDeliveryMilesHome),
    freeDeliveryMilesCart: String(freeDeliveryMilesCart),
    lowStockAt: String(lowStockAt),
    openingHours: [...settings.openingHours],
    closedDays: [...settings.closedDays],
    pickupPausedUntil: timeTyped(pickupPausedUntil, settings.timeZone),
    deliveryPausedUntil: timeTyped(deliveryPausedUntil, settings.timeZone),
    bannerUntil: timeTyped(bannerUntil, settings.timeZone),
    socialLinks: [...settings.socialLinks],
    team: [...settings.team],
    testimonials: [...settings.testimonials],
    hasExpressCheckout: settings.hasExpressCheckout,
  };
}

/** What the owner writes of the row; the rest is kept by the database. */
type WrittenSettings = Omit<StoreSettingsRow, "quotes_carts" | "has_discount_codes">;

/** The row that a draft without errors becomes. */
export function settingsRow(draft: SettingsDraft): WrittenSettings {
  return {
    name: draft.name.trim(),
    street: draft.street.trim(),
    city: draft.city.trim(),
    state: draft.state.trim(),
    postal_code: draft.postalCode.trim(),
    near: draft.near.trim(),
    phone: draft.phone.trim(),
    email: draft.email.trim(),
    latitude: decimalTyped(draft.latitude, 15) ?? 0,
    longitude: decimalTyped(draft.longitude, 15) ?? 0,
    time_zone: draft.timeZone.trim(),
    opening_hours: draft.openingHours.map(trimmed).map((hours) => ({ ...hours, text: hoursText(hours) })),
    social_links: draft.socialLinks.map(trimmed),
    free_delivery_minimum: amountFrom(centsTyped(draft.freeDeliveryMinimum) ?? 0),
    free_delivery_miles_home: wholeNumberTyped(draft.freeDeliveryMilesHome) ?? 0,
    free_delivery_miles_cart: wholeNumberTyped(draft.freeDeliveryMilesCart) ?? 0,
    closed_days: draft.closedDays.map(trimmed),
    pickup_windows: draft.hasPickupWindows,
    delivery_windows: draft.hasDeliveryWindows,
    pickup_paused_until: readShopTime(draft.pickupPausedUntil, draft.timeZone.trim()),
    delivery_paused_until: readShopTime(draft.deliveryPausedUntil, draft.timeZone.trim()),
    pause_reason: draft.pauseReason.trim(),
    team: draft.team.map(trimmed).map(({ isSample, ...member }) => ({ ...member, is_sample: isSample })),
    testimonials: draft.testimonials
      .map(trimmed)
      .map(({ isSample, ...words }) => ({ ...words, is_sample: isSample })),
    express_checkout: draft.hasExpressCheckout,
    low_stock_at: wholeNumberTyped(draft.lowStockAt) ?? 0,
    banner_text: draft.bannerText.trim(),
    banner_until: readShopTime(draft.bannerUntil, draft.timeZone.trim()),
  };
}

/** The columns that differ, with what they shall become. */
export function changedColumns(before: WrittenSettings, after: WrittenSettings): Partial<WrittenSettings> {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(before[column as keyof WrittenSettings]),
    ),
  );
}

function timeTyped(instant: string | null, timeZone: string): string {
  return instant === null ? "" : shopTimeOf(new Date(instant), timeZone);
}

function trimmed<Row extends object>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]),
  ) as Row;
}
