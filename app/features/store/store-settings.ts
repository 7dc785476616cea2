import type { TableRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import { isTimeZone } from "#app/values/shop-clock.ts";
import { keysOf } from "#app/values/typed-object.ts";
import type { Translatable } from "#app/values/untranslated.ts";
import { hoursText, type OpeningHours } from "./opening-hours.ts";

export interface ClosedDay {
  /** Day such as 2026-11-26, in the store's time zone. */
  day: string;
  reason: string;
}

export type SocialLink = { name: string; url: string };

export interface TeamMember {
  name: string;
  title: string;
  image: string;
  isSample: boolean;
}

export interface Testimonial {
  name: string;
  text: string;
  image: string;
  isSample: boolean;
}

/** Range of the fees, free delivery, and minimum orders of all delivery zones. */
export type DeliverySummary = NonNullable<ReturnType<typeof deliverySummaryFrom>>;

const openingHours: readonly OpeningHours[] = [
  { days: "Mon-Sat", opens: "09:00", closes: "20:00", text: "Mon-Sat 9AM-8PM" },
  { days: "Sun", opens: "10:00", closes: "18:00", text: "Sun 10AM-6PM" },
];
const socialLinks: readonly SocialLink[] = [
  { name: "Facebook", url: "https://facebook.example/calabashmarket" },
  { name: "Instagram", url: "https://instagram.example/calabashmarket" },
  { name: "X", url: "https://x.example/calabashmarket" },
  { name: "TikTok", url: "https://tiktok.example/calabashmarket" },
];
const closedDays: readonly ClosedDay[] = [];
const team: readonly TeamMember[] = [];
const testimonials: readonly Testimonial[] = [];
const NO_TIME = null as string | null;
const NO_ZONES = null as DeliverySummary | null;

/**
 * The settings of a new store; the same as the defaults of the table's columns. Adding a setting begins here: the type,
 * the columns that are read, and the mapper derive from this list (docs/how-to/add-a-setting.md).
 */
export const defaultStoreSettings = {
  name: "Calabash Market",
  street: "1000 Market Street",
  city: "Houston",
  state: "Texas",
  postalCode: "77073",
  /** Nearby town, to describe the location. */
  near: "Humble",
  phone: "(281) 555-0142",
  email: "hello@calabash.example",
  latitude: 29.965,
  longitude: -95.367,
  timeZone: "America/Chicago",
  openingHours,
  socialLinks,
  freeDeliveryMinimumCents: 10000,
  freeDeliveryMilesHome: 10,
  freeDeliveryMilesCart: 20,
  /** Sorted by date. */
  closedDays,
  /** Whether customers choose a pickup time. */
  hasPickupWindows: false,
  hasDeliveryWindows: false,
  /** ISO 8601; null while pickup is not paused. */
  pickupPausedUntil: NO_TIME,
  deliveryPausedUntil: NO_TIME,
  pauseReason: "",
  team,
  testimonials,
  /**
   * Whether the cart must request a quote, because its total may be more than its products. Maintained by the database.
   */
  quotesCarts: false,
  /** Whether the cart has a field for a discount code. Maintained by the database. */
  hasDiscountCodes: false,
  /** Null without delivery zones; then the three free-delivery settings apply. Maintained by the database. */
  deliverySummary: NO_ZONES,
  /** Whether wallets (Apple Pay, Google Pay, Link) are offered beside the card form. */
  hasExpressCheckout: false,
  /** Stock of this many units or fewer is low. */
  lowStockAt: 5,
  /** Banner at the top of every page; empty for none. */
  bannerText: "",
  /** ISO 8601 time when the banner expires; null if it stays until removed. */
  bannerUntil: NO_TIME,
  /** Path of the image beside the store's name; empty for none. */
  logo: "/logo.svg",
  /** Number with country code that receives WhatsApp messages; empty for none. */
  whatsappNumber: "",
  /** Whether /feeds/google.xml is on. */
  hasGoogleFeed: false,
  /** Store code of the Google Business Profile, for /feeds/google-local.xml; empty if that feed is off. */
  googleStoreCode: "",
  /** Whether /feeds/meta.csv is on. */
  hasMetaFeed: false,
  /** Whether /feeds/agentic.json is on. */
  hasAgenticFeed: false,
  /** Whether product vendors are brands, to state in feeds and structured data. */
  hasBrands: false,
  /** Whether shoppers can request a message when a sold-out product is back. */
  hasBackInStock: false,
  /** Whether the store accepts SNAP EBT cards, in the store only. */
  acceptsSnap: false,
  /** Whether customers may choose order texts by SMS or WhatsApp. */
  hasOrderTexts: false,
  /** Hours for order texts, "HH:MM" in the store's time zone. */
  textsFrom: "08:00",
  textsUntil: "21:00",
  /** Maximum number of order texts per day. */
  textsPerDay: 200,
};

/** Store settings, which every page loads. */
export type StoreSettings = Readonly<typeof defaultStoreSettings> & Translatable;
export type SettingName = keyof typeof defaultStoreSettings;

/** The single row of store_settings, without the columns edited on other pages. */
export type StoreSettingsRow = Omit<
  TableRow<"store_settings">,
  "id" | "updated_at" | "delivery_tax_class_id" | "hero_slides"
>;
type SettingColumn = keyof StoreSettingsRow;

/** Columns whose name is not the setting in snake_case. */
const OTHER_COLUMNS: Partial<Record<SettingName, SettingColumn>> = {
  freeDeliveryMinimumCents: "free_delivery_minimum",
  hasPickupWindows: "pickup_windows",
  hasDeliveryWindows: "delivery_windows",
  hasExpressCheckout: "express_checkout",
};

export function settingColumn(name: SettingName): SettingColumn {
  return OTHER_COLUMNS[name] ?? (name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SettingColumn);
}

export function storeSettingsColumns(): string {
  return Object.keys(defaultStoreSettings)
    .map((name) => settingColumn(name as SettingName))
    .join(",");
}

/** Returns the settings that differ from their column's value. */
function readOtherSettings(row: StoreSettingsRow) {
  return {
    timeZone: isTimeZone(row.time_zone) ? row.time_zone : defaultStoreSettings.timeZone,
    // Always derived from the opening hours, because a stored text would become outdated.
    openingHours: objectsOf<OpeningHours>(row.opening_hours).map((hours) => ({ ...hours, text: hoursText(hours) })),
    socialLinks: objectsOf<SocialLink>(row.social_links),
    freeDeliveryMinimumCents: centsFrom(row.free_delivery_minimum),
    deliverySummary: deliverySummaryFrom(row.delivery_summary),
    closedDays: objectsOf<ClosedDay>(row.closed_days).toSorted((one, other) => one.day.localeCompare(other.day)),
    team: objectsOf<Written<TeamMember>>(row.team).map(({ is_sample, ...member }) => ({
      ...member,
      isSample: is_sample ?? false,
    })),
    testimonials: objectsOf<Written<Testimonial>>(row.testimonials).map(({ is_sample, ...words }) => ({
      ...words,
      isSample: is_sample ?? false,
    })),
  } satisfies Partial<StoreSettings>;
}

export function storeSettingsFromRow(row: StoreSettingsRow): StoreSettings {
  const columns = keysOf(defaultStoreSettings).map((name) => [name, row[settingColumn(name)]]);
  return { ...(Object.fromEntries(columns) as StoreSettings), ...readOtherSettings(row) };
}

/** Parses a column that only the database writes. */
function deliverySummaryFrom(column: unknown) {
  if (typeof column !== "object" || column === null) return null;
  const summary = column as Record<string, number | boolean | null>;
  const cents = (name: string) => {
    const amount = summary[name];
    return typeof amount === "number" ? centsFrom(amount) : null;
  };
  return {
    /** Null if staff set the fee for every zone after the order. */
    lowestFeeCents: cents("lowest_fee"),
    highestFeeCents: cents("highest_fee"),
    /** Whether staff set the fee for at least one zone after the order. */
    hasSeparateFee: summary["has_separate_fee"] === true,
    /** Product total from which delivery is free; null if no zone offers that. */
    lowestFreeFromCents: cents("lowest_free_from"),
    highestFreeFromCents: cents("highest_free_from"),
    /** Whether every zone with a fee offers free delivery from some total. */
    isAlwaysFreeFrom: summary["is_always_free_from"] === true,
    lowestMinOrderCents: cents("lowest_min_order") ?? 0,
    highestMinOrderCents: cents("highest_min_order") ?? 0,
  };
}

/** Type as stored in the column. */
type Written<Shown> = Omit<Shown, "isSample"> & { is_sample?: boolean };

/** Returns the objects of a list. The database rejects other values; if there are any, the page leaves them out. */
function objectsOf<Row extends object>(list: unknown): Row[] {
  return Array.isArray(list)
    ? list.filter((each: unknown): each is Row => typeof each === "object" && each !== null)
    : [];
}

/** Removes sample data, which a live store must not show. */
export function withoutSamples(settings: StoreSettings): StoreSettings {
  return {
    ...settings,
    team: settings.team.filter((member) => !member.isSample),
    testimonials: settings.testimonials.filter((words) => !words.isSample),
  };
}
