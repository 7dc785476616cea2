import { daysIn, hoursText, minuteOf, type OpeningHours } from "#app/features/store/opening-hours.ts";
import type {
  ClosedDay,
  SettingName,
  SocialLink,
  TeamMember,
  Testimonial,
} from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import { moneyProblem } from "#app/values/money.ts";
import { isOwnPicture } from "#app/values/picture-address.ts";
import { isTimeZone, readShopDay, readShopTime } from "#app/values/shop-clock.ts";
import { keysOf } from "#app/values/typed-object.ts";

/** Pages with the forms, by subject of the settings. */
export const SETTING_PATHS = {
  shop: "/desk/settings/shop",
  about: "/desk/settings/about",
  hours: "/desk/settings/hours",
  delivery: "/desk/settings/zones",
  windows: "/desk/settings/windows",
  messages: "/desk/settings/messages",
  payment: "/desk/settings/payment",
  banner: "/desk/settings/banner",
  feeds: "/desk/settings/feeds",
} as const;
export type SettingsPart = keyof typeof SETTING_PATHS;

/** Groups of single-value settings, each with its page and heading. */
export const SETTING_GROUPS = {
  contact: { part: "shop", title: () => t("Store and contact") },
  address: { part: "shop", title: () => t("Address") },
  "free-delivery": { part: "delivery", title: () => t("Free delivery") },
  stock: { part: "messages", title: () => t("Stock") },
  "order-texts": { part: "messages", title: () => t("Order texts") },
  wallets: { part: "payment", title: () => t("Wallets") },
  pauses: { part: "hours", title: () => t("Pauses") },
  "time-selection": { part: "windows", title: () => t("Time selection") },
  banner: { part: "banner", title: () => t("The banner") },
  google: { part: "feeds", title: () => "Google" },
  meta: { part: "feeds", title: () => t("Facebook, Instagram, and WhatsApp") },
  ai: { part: "feeds", title: () => t("AI assistants") },
  brands: { part: "feeds", title: () => t("Brands") },
  snap: { part: "payment", title: () => "SNAP EBT" },
} as const satisfies Record<string, { part: SettingsPart; title: () => string }>;

/** Single-value setting: its place in the form, its input, and its validation. */
interface SettingDefinition {
  /** Groups and fields appear in the order of this list. */
  group: keyof typeof SETTING_GROUPS;
  label: () => string;
  hint?: () => string;
  /** Determines the input and how its text is stored; "text" by default. */
  kind?: "text" | "decimal" | "whole" | "dollars" | "time" | "switch";
  /** Name of the setting, if it differs from the field's name. */
  setting?: SettingName;
  type?: "tel" | "email" | "time";
  /** Values to choose from, after the saved one. */
  options?: () => readonly string[];
  maxLength?: number;
  isWide?: boolean;
  /** Hidden from managers. In the database, `guard_money_settings` rejects their changes to these columns. */
  isForOwner?: boolean;
  /** Returns the error message for an empty text; absent for an optional setting. */
  required?: () => string;
  /** Returns the error message for an invalid text. */
  check?: (text: string) => string | undefined;
}

/** All single-value settings, in the order of the form. */
export const SETTING_FIELDS = {
  name: { group: "contact", label: () => t("Store name"), required: () => t("Store name is required") },
  phone: {
    group: "contact",
    label: () => t("Phone"),
    type: "tel",
    required: () => t("Phone number is required"),
    check: (text) => (phoneDigits(text) === null ? t("Phone number must be 10 digits") : undefined),
  },
  whatsappNumber: {
    group: "contact",
    label: () => t("WhatsApp number"),
    hint: () =>
      t("With country code, such as +1 281 555 0142. Leave empty for no “Message us” and no “Order by WhatsApp”"),
    type: "tel",
    maxLength: 40,
    isForOwner: true,
    check: whatsappProblem,
  },
  email: {
    group: "contact",
    label: () => t("Email"),
    type: "email",
    isForOwner: true,
    required: () => t("Email is required"),
    check: (text) => (isEmailAddress(text.trim()) ? undefined : t("Please enter a valid email address")),
  },
  street: { group: "address", label: () => t("Street"), required: () => t("Street is required") },
  city: { group: "address", label: () => t("City"), required: () => t("City is required") },
  state: { group: "address", label: () => t("State"), required: () => t("State is required") },
  postalCode: { group: "address", label: () => t("Zip code"), required: () => t("Zip code is required") },
  near: {
    group: "address",
    label: () => t("Near"),
    hint: () => t("The town people know"),
    required: () => t("The nearby town is required. Pages say “near …”"),
  },
  timeZone: {
    group: "address",
    label: () => t("Time zone"),
    options: () => Intl.supportedValuesOf("timeZone"),
    check: (text) => (isTimeZone(text) ? undefined : t("Choose a time zone")),
  },
  latitude: {
    group: "address",
    label: () => t("Latitude"),
    hint: () => t("Position of the map marker"),
    kind: "decimal",
    isForOwner: true,
    check: (text) => numberProblem(text, -90, 90, t("Latitude")),
  },
  longitude: {
    group: "address",
    label: () => t("Longitude"),
    kind: "decimal",
    isForOwner: true,
    check: (text) => numberProblem(text, -180, 180, t("Longitude")),
  },
  freeDeliveryMinimum: {
    group: "free-delivery",
    label: () => t("Minimum order in dollars"),
    kind: "dollars",
    setting: "freeDeliveryMinimumCents",
    isForOwner: true,
    check: (text) => moneyProblem(text) ?? numberProblem(text, 0, 99_999, t("The minimum")),
  },
  freeDeliveryMilesHome: {
    group: "free-delivery",
    label: () => t("Miles, on the home page"),
    kind: "whole",
    isForOwner: true,
    check: milesProblem,
  },
  freeDeliveryMilesCart: {
    group: "free-delivery",
    label: () => t("Miles, in cart and order summary"),
    kind: "whole",
    isForOwner: true,
    check: milesProblem,
  },
  lowStockAt: {
    group: "stock",
    label: () => t("Low stock threshold"),
    hint: () =>
      t("Counted products at or below it are marked in Products and the daily report, and shoppers see “Only 2 left”"),
    kind: "whole",
    check: (text) =>
      (wholeNumberTyped(text) ?? Infinity) > 1000
        ? t("The low stock threshold must be a whole number from 0 to 1,000")
        : undefined,
  },
  hasBackInStock: {
    group: "stock",
    label: () => t("Offer a message when a sold-out product is back"),
    hint: () => t("Shoppers leave their email address on the product page. The stock report shows how many wait"),
    kind: "switch",
  },
  hasOrderTexts: {
    group: "order-texts",
    label: () => t("Offer order texts by SMS and WhatsApp"),
    hint: () => t("Customers choose them at checkout, beside emails. Needs a Twilio account in the server's settings"),
    kind: "switch",
    isForOwner: true,
  },
  textsFrom: {
    group: "order-texts",
    label: () => t("Send texts from"),
    hint: () => t("Store time. Texts queued at night wait until then"),
    type: "time",
    isForOwner: true,
    check: clockProblem,
  },
  textsUntil: {
    group: "order-texts",
    label: () => t("Send texts until"),
    type: "time",
    isForOwner: true,
    check: clockProblem,
  },
  textsPerDay: {
    group: "order-texts",
    label: () => t("Texts a day at most"),
    hint: () => t("Each costs money. After that many, customers get emails only, and you get an alert"),
    kind: "whole",
    isForOwner: true,
    check: (text) =>
      (wholeNumberTyped(text) ?? Infinity) > 100_000 ? t("Enter a whole number from 0 to 100,000") : undefined,
  },
  hasExpressCheckout: {
    group: "wallets",
    label: () => t("Offer Apple Pay, Google Pay and Link"),
    hint: () => t("Buttons above the card form, in browsers that support them. Register your domain with Stripe first"),
    kind: "switch",
    isForOwner: true,
  },
  pickupPausedUntil: {
    group: "pauses",
    label: () => t("Pause pickup until"),
    hint: () => t("Shoppers can't choose earlier times. Leave empty for no pause"),
    kind: "time",
  },
  deliveryPausedUntil: { group: "pauses", label: () => t("Pause delivery until"), kind: "time" },
  pauseReason: { group: "pauses", label: () => t("Reason for the pause"), maxLength: 200 },
  hasPickupWindows: {
    group: "time-selection",
    label: () => t("Shoppers choose a pickup time"),
    hint: () => t("Set length and capacity below"),
    kind: "switch",
  },
  hasDeliveryWindows: { group: "time-selection", label: () => t("Shoppers choose a delivery time"), kind: "switch" },
  bannerText: {
    group: "banner",
    label: () => t("Text"),
    hint: () => t("Leave empty for no banner"),
    maxLength: 140,
    isWide: true,
    check: (text) => (text.trim().length > 140 ? t("140 characters at most") : undefined),
  },
  bannerUntil: {
    group: "banner",
    label: () => t("Until"),
    hint: () => t("Store time. Leave empty to show it until you remove it"),
    kind: "time",
  },
  hasGoogleFeed: {
    group: "google",
    label: () => t("Product feed for Google Merchant Center"),
    kind: "switch",
    isForOwner: true,
  },
  googleStoreCode: {
    group: "google",
    label: () => t("Store code"),
    hint: () => t("From your Google Business Profile, for the local inventory feed. Leave empty for none"),
    maxLength: 64,
    isForOwner: true,
    check: (text) =>
      /^[!-~]{0,64}$/.test(text.trim()) ? undefined : t("Enter the store code without spaces, 64 characters at most"),
  },
  hasMetaFeed: { group: "meta", label: () => t("Product feed for the Meta catalog"), kind: "switch", isForOwner: true },
  hasAgenticFeed: {
    group: "ai",
    label: () => t("Product feed of the Agentic Commerce Protocol"),
    kind: "switch",
    isForOwner: true,
  },
  hasBrands: {
    group: "brands",
    label: () => t("Vendors are brands"),
    hint: () =>
      t(
        "Feeds and search engines then get the vendor of each product as its brand. Leave off if vendors are your suppliers",
      ),
    kind: "switch",
    isForOwner: true,
  },
  acceptsSnap: {
    group: "snap",
    label: () => t("Accept SNAP EBT in the store"),
    hint: () => t("Only with a license from USDA and an EBT terminal. Shoppers then see which products are eligible"),
    kind: "switch",
    isForOwner: true,
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingFieldName = keyof typeof SETTING_FIELDS;
export const SETTING_FIELD_LIST = keysOf(SETTING_FIELDS).map((name) => {
  const field: SettingDefinition = SETTING_FIELDS[name];
  return { name, part: SETTING_GROUPS[field.group].part as SettingsPart, ...field, kind: field.kind ?? "text" };
});
export type SettingField = (typeof SETTING_FIELD_LIST)[number];

/** Text field of one line in a list. */
export interface SettingListField<Row> {
  label: () => string;
  hint?: () => string;
  type?: "time" | "date" | "url" | "textarea";
  maxLength?: number;
  check?: (text: string, row: Row) => string | undefined;
}

/** Setting with a list of lines. */
export interface SettingList<Row extends object> {
  part: SettingsPart;
  title: () => string;
  /** Noun for one line, as in "Remove team member 2". */
  rowLabel: () => string;
  newRow: Row;
  /** Fields of a line, in the order of the form. */
  fields: { [Name in keyof Row & string]?: SettingListField<Row> };
  /** Returns the error message for a list without lines. */
  required?: () => string;
  /** Returns the line as stored in the column. */
  toColumn: (row: Row) => Record<string, string | boolean>;
}

const list = <Row extends object>(definition: SettingList<Row>) => definition;
const required = (message: () => string) => (text: string) => (text.trim() === "" ? message() : undefined);
const PICTURE = { label: () => t("Image"), hint: () => t("Its URL in the store's bucket"), check: pictureProblem };
const withSample = <Row extends { isSample: boolean }>({ isSample, ...row }: Row) => ({ ...row, is_sample: isSample });

/** All settings that are lists. */
export const SETTING_LISTS = {
  openingHours: list<OpeningHours>({
    part: "hours",
    title: () => t("Opening hours"),
    rowLabel: () => t("Hours"),
    newRow: { days: "", opens: "09:00", closes: "17:00", text: "" },
    required: () => t("Enter hours for at least one day"),
    fields: {
      days: {
        label: () => t("Days"),
        hint: () => t("Such as Mon-Sat or Sun"),
        check: (days) => (daysIn(days) === null ? t("Enter days such as Mon-Sat or Sun") : undefined),
      },
      opens: {
        label: () => t("Opens"),
        type: "time",
        check: (opens) => (minuteOf(opens) === null ? t("Opening time is required") : undefined),
      },
      closes: {
        label: () => t("Closes"),
        type: "time",
        check: (closes, { opens }) => {
          if (minuteOf(closes) === null) return t("Closing time is required");
          return closes <= opens ? t("Closing time must be after opening time") : undefined;
        },
      },
    },
    toColumn: (hours) => ({ ...hours, text: hoursText(hours) }),
  }),
  closedDays: list<ClosedDay>({
    part: "hours",
    title: () => t("Closed days"),
    rowLabel: () => t("Closed day"),
    newRow: { day: "", reason: "" },
    fields: {
      day: {
        label: () => t("Day"),
        type: "date",
        check: (day) => (readShopDay(day, "UTC") !== null && day.startsWith("20") ? undefined : t("Choose a day")),
      },
      reason: {
        label: () => t("Reason"),
        hint: () => t("Such as Thanksgiving"),
        maxLength: 100,
        check: required(() => t("Reason is required")),
      },
    },
    toColumn: (closed) => ({ ...closed }),
  }),
  socialLinks: list<SocialLink>({
    part: "shop",
    title: () => t("Social links"),
    rowLabel: () => t("Link"),
    newRow: { name: "", url: "https://" },
    fields: {
      name: { label: () => t("Name"), check: required(() => t("Name is required")) },
      url: { label: () => t("Address"), type: "url", check: linkProblem },
    },
    toColumn: (link) => ({ ...link }),
  }),
  team: list<TeamMember>({
    part: "about",
    title: () => t("Team"),
    rowLabel: () => t("Team member"),
    newRow: { name: "", title: "", image: "", isSample: false },
    fields: {
      name: { label: () => t("Name"), check: required(() => t("Name is required")) },
      title: { label: () => t("Title", {}, "job"), check: required(() => t("Title is required")) },
      image: PICTURE,
    },
    toColumn: withSample,
  }),
  testimonials: list<Testimonial>({
    part: "about",
    title: () => t("Testimonials"),
    rowLabel: () => t("Testimonial"),
    newRow: { name: "", text: "", image: "", isSample: false },
    fields: {
      name: { label: () => t("Name"), check: required(() => t("Name is required")) },
      image: PICTURE,
      text: {
        label: () => t("Words", {}, "testimonial"),
        type: "textarea",
        check: required(() => t("Text is required")),
      },
    },
    toColumn: withSample,
  }),
};

export type SettingListName = keyof typeof SETTING_LISTS;
export const SETTING_LIST_NAMES = keysOf(SETTING_LISTS);

/** Line of any list: its texts, and whether it is sample data. */
export type SettingRow = Record<string, string | boolean>;

/** Returns a list without its line type, for code that handles all lists. */
export function settingList(name: SettingListName) {
  return SETTING_LISTS[name] as unknown as Omit<SettingList<SettingRow>, "fields"> & {
    fields: Record<string, SettingListField<SettingRow>>;
  };
}

/** Returns the error that the kind of a field implies. */
export function kindProblem(kind: SettingField["kind"], text: string): string | undefined {
  if (kind !== "time") return undefined;
  return text === "" || readShopTime(text, "UTC") !== null ? undefined : t("Choose a day and a time");
}

function numberProblem(text: string, from: number, to: number, label: string): string | undefined {
  const value = decimalTyped(text, 15) ?? Number.NaN;
  return value >= from && value <= to
    ? undefined
    : t("{label} must be a number from {from} to {to}", { label, from, to });
}

/** Returns the error message for an invalid time of day, with the rule of the column's check constraint. */
function clockProblem(text: string): string | undefined {
  return minuteOf(text) === null ? t("Enter a time such as 08:00") : undefined;
}

function whatsappProblem(text: string): string | undefined {
  return /^(\+[1-9]([ ().-]{0,3}\d){6,14})?$/.test(text.trim())
    ? undefined
    : t("Enter the number with its country code, such as +1 281 555 0142");
}

function milesProblem(text: string): string | undefined {
  return (wholeNumberTyped(text) ?? Infinity) <= 999 ? undefined : t("Miles must be a whole number from 0 to 999");
}

function linkProblem(url: string): string | undefined {
  return /^https:\/\/[^\s/.]+\.[^\s]+$/.test(url.trim()) ? undefined : t("Enter a full URL that starts with https://");
}

/**
 * Returns the error message for an image URL that is not the store's own, which the content security policy forbids.
 */
function pictureProblem(address: string): string | undefined {
  return address.trim() === "" || isOwnPicture(address.trim())
    ? undefined
    : t("Enter a URL in the store's bucket, or leave this empty");
}
