import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import { hoursText, type OpeningHours } from "#app/values/opening-hours.ts";
import { isTimeZone } from "#app/values/shop-clock.ts";

/** The shop's own record: what every page says about the shop. */
export interface StoreSettings {
  name: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
  /** The town that people know it by. */
  near: string;
  phone: string;
  email: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  openingHours: readonly OpeningHours[];
  socialLinks: readonly SocialLink[];
  freeDeliveryMinimumCents: number;
  freeDeliveryMilesHome: number;
  freeDeliveryMilesCart: number;
  /** In the order of the calendar. */
  closedDays: readonly ClosedDay[];
  /** Whether pick-up is at a time that is chosen. */
  hasPickupWindows: boolean;
  hasDeliveryWindows: boolean;
  /** ISO 8601; null while there is no pause. */
  pickupPausedUntil: string | null;
  deliveryPausedUntil: string | null;
  pauseReason: string;
  team: readonly TeamMember[];
  testimonials: readonly Testimonial[];
  /** A cart may cost more than its things, and has to ask. Not the owner's word: the database keeps it. */
  quotesCarts: boolean;
  /** Whether the cart asks for a discount code. Kept by the database, too. */
  hasDiscountCodes: boolean;
  /** Whether wallets (Apple Pay, Google Pay, Link) are offered beside the card form. */
  hasExpressCheckout: boolean;
  /** Of what is counted, so many or fewer are a low stock. */
  lowStockAt: number;
  /** One line on top of every page; empty: none. */
  bannerText: string;
  /** ISO 8601: from then on it is not shown; null: until it is taken away. */
  bannerUntil: string | null;
}

export interface ClosedDay {
  /** As in 2026-11-26, on the shop's clock. */
  day: string;
  reason: string;
}

export interface SocialLink {
  name: string;
  url: string;
}

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

export const STORE_SETTINGS_COLUMNS =
  "name,street,city,state,postal_code,near,phone,email,latitude,longitude,time_zone,opening_hours,social_links,free_delivery_minimum,free_delivery_miles_home,free_delivery_miles_cart,closed_days,pickup_windows,delivery_windows,pickup_paused_until,delivery_paused_until,pause_reason,team,testimonials,quotes_carts,express_checkout,has_discount_codes,low_stock_at,banner_text,banner_until";

/** The one row of store_settings, as the data service writes it. */
export type StoreSettingsRow = SelectedRow<"store_settings", typeof STORE_SETTINGS_COLUMNS>;

/** What a new shop says until its owner edits it; the same as the table's own defaults. */
export const defaultStoreSettings: StoreSettings = {
  name: "Calabash Market",
  street: "1000 Market Street",
  city: "Houston",
  state: "Texas",
  postalCode: "77073",
  near: "Humble",
  phone: "(281) 555-0142",
  email: "hello@calabash.example",
  latitude: 29.965,
  longitude: -95.367,
  timeZone: "America/Chicago",
  openingHours: [
    { days: "Mon-Sat", opens: "09:00", closes: "20:00", text: "Mon-Sat 9AM-8PM" },
    { days: "Sun", opens: "10:00", closes: "18:00", text: "Sun 10AM-6PM" },
  ],
  socialLinks: [
    { name: "Facebook", url: "https://facebook.example/calabashmarket" },
    { name: "Instagram", url: "https://instagram.example/calabashmarket" },
    { name: "X", url: "https://x.example/calabashmarket" },
    { name: "TikTok", url: "https://tiktok.example/calabashmarket" },
  ],
  freeDeliveryMinimumCents: 10000,
  freeDeliveryMilesHome: 10,
  freeDeliveryMilesCart: 20,
  closedDays: [],
  hasPickupWindows: false,
  hasDeliveryWindows: false,
  pickupPausedUntil: null,
  deliveryPausedUntil: null,
  pauseReason: "",
  team: [],
  testimonials: [],
  quotesCarts: false,
  hasDiscountCodes: false,
  hasExpressCheckout: false,
  lowStockAt: 5,
  bannerText: "",
  bannerUntil: null,
};

export function storeSettingsFromRow(row: StoreSettingsRow): StoreSettings {
  return {
    name: row.name,
    street: row.street,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    near: row.near,
    phone: row.phone,
    email: row.email,
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: isTimeZone(row.time_zone) ? row.time_zone : defaultStoreSettings.timeZone,
    // Always derived from the times: a stored text would become stale when they change.
    openingHours: objectsOf<OpeningHours>(row.opening_hours).map((hours) => ({
      ...hours,
      text: hoursText(hours),
    })),
    socialLinks: objectsOf<SocialLink>(row.social_links),
    freeDeliveryMinimumCents: centsFrom(row.free_delivery_minimum),
    freeDeliveryMilesHome: row.free_delivery_miles_home,
    freeDeliveryMilesCart: row.free_delivery_miles_cart,
    closedDays: objectsOf<ClosedDay>(row.closed_days).toSorted((one, other) =>
      one.day.localeCompare(other.day),
    ),
    hasPickupWindows: row.pickup_windows,
    hasDeliveryWindows: row.delivery_windows,
    pickupPausedUntil: row.pickup_paused_until,
    deliveryPausedUntil: row.delivery_paused_until,
    pauseReason: row.pause_reason,
    team: objectsOf<Written<TeamMember>>(row.team).map(({ is_sample, ...member }) => ({
      ...member,
      isSample: is_sample ?? false,
    })),
    testimonials: objectsOf<Written<Testimonial>>(row.testimonials).map(({ is_sample, ...words }) => ({
      ...words,
      isSample: is_sample ?? false,
    })),
    quotesCarts: row.quotes_carts,
    hasDiscountCodes: row.has_discount_codes,
    hasExpressCheckout: row.express_checkout,
    lowStockAt: row.low_stock_at,
    bannerText: row.banner_text,
    bannerUntil: row.banner_until,
  };
}

/** As the column holds it. */
type Written<Shown> = Omit<Shown, "isSample"> & { is_sample?: boolean };

/** The database refuses other shapes; should one be there all the same, the page stands without it. */
function objectsOf<Row extends object>(list: unknown): Row[] {
  return Array.isArray(list)
    ? list.filter((each: unknown): each is Row => typeof each === "object" && each !== null)
    : [];
}

/** A live shop shows nobody's invented words or faces. */
export function withoutSamples(settings: StoreSettings): StoreSettings {
  return {
    ...settings,
    team: settings.team.filter((member) => !member.isSample),
    testimonials: settings.testimonials.filter((words) => !words.isSample),
  };
}

export function addressLine(settings: StoreSettings): string {
  return `${settings.street}, ${settings.city}, ${settings.state} ${settings.postalCode}`;
}

/** Opens a maps service with the way to the shop. */
export function directionsAddress(settings: StoreSettings): string {
  const destination = `${settings.latitude},${settings.longitude}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`;
}
