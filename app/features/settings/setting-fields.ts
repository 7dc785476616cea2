import { minuteOf } from "#app/features/store/opening-hours.ts";
import { t } from "#app/messages/t.ts";
import { isEmailAddress, phoneDigits } from "#app/values/contact.ts";
import { decimalTyped, wholeNumberTyped } from "#app/values/decimal.ts";
import { moneyProblem } from "#app/values/money.ts";
import { isTimeZone, readShopTime } from "#app/values/shop-clock.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { SETTING_GROUPS, type SettingDefinition, type SettingsPart } from "./setting-groups.ts";

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
