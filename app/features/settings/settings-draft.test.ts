import { expect, test } from "vitest";
import { defaultStoreSettings, storeSettingsFromRow } from "#app/features/store/store-settings.ts";
import { type SettingsDraft, settingLabel, settingsDraft, settingsRow } from "./settings-draft.ts";
import { radiiWarning, validateSettings } from "./validate-settings.ts";

const settings = {
  ...defaultStoreSettings,
  team: [{ name: "Ola", title: "Founder and CEO", image: "", isSample: true }],
  testimonials: [{ name: "Ama", text: "Good yam.", image: "", isSample: false }],
};

const aDraft = (chosen: Partial<SettingsDraft> = {}): SettingsDraft => ({ ...settingsDraft(settings), ...chosen });

test("unchanged settings pass through the form unchanged", () => {
  const unchanged = {
    quotes_carts: settings.quotesCarts,
    has_discount_codes: settings.hasDiscountCodes,
    delivery_summary: settings.deliverySummary,
    logo: settings.logo,
  };
  expect(storeSettingsFromRow({ ...settingsRow(aDraft()), ...unchanged })).toEqual(settings);
  expect(validateSettings(aDraft())).toEqual({});
});

test("every written column has the label of its field or list", () => {
  expect(Object.keys(settingsRow(aDraft())).filter((column) => settingLabel(column) === column)).toEqual([]);
  expect(settingLabel("social_links")).toBe("Social links");
  expect(settingLabel("free_delivery_minimum")).toBe("Minimum order in dollars");
});

test("typed texts are trimmed", () => {
  const row = settingsRow(aDraft({ name: "  Calabash  ", socialLinks: [{ name: " X ", url: " https://x.com/a " }] }));
  expect(row.name).toBe("Calabash");
  expect(row.social_links).toEqual([{ name: "X", url: "https://x.com/a" }]);
});

test("hours get a text from their days and times", () => {
  const row = settingsRow(aDraft({ openingHours: [{ days: "Fri", opens: "10:00", closes: "18:00", text: " " }] }));
  expect(row.opening_hours).toEqual([{ days: "Fri", opens: "10:00", closes: "18:00", text: "Fri 10AM-6PM" }]);
});

test.each([
  ["name", { name: " " }],
  ["near", { near: "" }],
  ["phone", { phone: "555-0142" }],
  ["whatsappNumber", { whatsappNumber: "281 555 0142" }],
  ["whatsappNumber", { whatsappNumber: "+1 281 (" }],
  ["textsFrom", { textsFrom: "" }],
  ["textsUntil", { textsUntil: "07:00" }],
  ["textsPerDay", { textsPerDay: "1.5" }],
  ["email", { email: "hello@calabash" }],
  ["latitude", { latitude: "91" }],
  ["longitude", { longitude: "" }],
  ["timeZone", { timeZone: "Texas" }],
  ["freeDeliveryMinimum", { freeDeliveryMinimum: "-1" }],
  ["freeDeliveryMilesHome", { freeDeliveryMilesHome: "1.5" }],
  ["lowStockAt", { lowStockAt: "-1" }],
  ["lowStockAt", { lowStockAt: "1001" }],
  ["freeDeliveryMilesCart", { freeDeliveryMilesCart: "" }],
  ["openingHours", { openingHours: [] }],
  ["openingHours.0.days", { openingHours: [{ days: "Week", opens: "09:00", closes: "20:00", text: "" }] }],
  ["openingHours.0.opens", { openingHours: [{ days: "Mon", opens: "", closes: "20:00", text: "" }] }],
  ["openingHours.0.closes", { openingHours: [{ days: "Mon", opens: "09:00", closes: "08:00", text: "" }] }],
  ["socialLinks.0.url", { socialLinks: [{ name: "X", url: "javascript:alert(1)" }] }],
  ["socialLinks.0.name", { socialLinks: [{ name: "", url: "https://x.com/a" }] }],
  ["team.0.title", { team: [{ name: "Ola", title: "", image: "", isSample: false }] }],
  ["team.0.image", { team: [{ name: "Ola", title: "CEO", image: "https://evil.example/a", isSample: false }] }],
  ["testimonials.0.text", { testimonials: [{ name: "Ama", text: " ", image: "", isSample: false }] }],
] as const)("only %s has an error with %o", (field, chosen) => {
  expect(Object.keys(validateSettings(aDraft(chosen as Partial<SettingsDraft>)))).toEqual([field]);
});

test("opening hours across the weekend or on single days are valid", () => {
  const hours = { opens: "09:00", closes: "20:00", text: "" };
  const openingHours = ["Fri-Mon", "Tue, Thu"].map((days) => ({ ...hours, days }));
  expect(validateSettings(aDraft({ openingHours }))).toEqual({});
});

test("the topmost error comes first", () => {
  const errors = validateSettings(aDraft({ freeDeliveryMilesHome: "x", phone: "1", name: "" }));
  expect(Object.keys(errors)).toEqual(["name", "phone", "freeDeliveryMilesHome"]);
});

test("different delivery radii cause a warning", () => {
  expect(radiiWarning(aDraft())).toBe(
    "The delivery radii differ: 10 miles on the home page, 20 miles in the cart and order summary.",
  );
  expect(radiiWarning(aDraft({ freeDeliveryMilesHome: "20" }))).toBeNull();
});
