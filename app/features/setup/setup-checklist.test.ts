import { expect, onTestFinished, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { stepsOfOwner } from "./setup-checklist.ts";
import type { ShopFacts } from "./setup-facts.ts";

const NEW: ShopFacts = {
  settings: defaultStoreSettings,
  isOpen: true,
  hasConfirmedHours: false,
  productCount: 0,
  windowRuleCount: 0,
  zoneCount: 0,
  taxRateCount: 0,
  hasMfa: false,
};
const levels = (facts: ShopFacts) => Object.fromEntries(stepsOfOwner(facts).map(({ title, level }) => [title, level]));

test("every step of a new store's checklist is open", () => {
  expect(levels(NEW)).toEqual({
    "Name, address, and phone": "wrong",
    "Opening hours": "note",
    "First product": "wrong",
    "Pickup and delivery times": "note",
    "Delivery and tax": "note",
    "Your two-step verification": "wrong",
    "Open to the public": "good",
  });
});

test("a store can be opened once it has an address, a phone number, and a product", () => {
  const closed = { ...NEW, isOpen: false };
  const opens = (facts: ShopFacts) => stepsOfOwner(facts).some(({ opensStore }) => opensStore);
  expect(opens(closed)).toBe(false);
  expect(opens({ ...closed, settings: { ...defaultStoreSettings, street: "" }, productCount: 1 })).toBe(false);
  expect(opens({ ...closed, productCount: 1 })).toBe(true);
});

test("hours that nobody changed stay open until the owner confirms them, whatever the order of their keys", () => {
  const openingHours = defaultStoreSettings.openingHours.map(({ text, closes, opens, days }) => ({
    text,
    closes,
    opens,
    days,
  }));
  const unchanged = { ...NEW, settings: { ...defaultStoreSettings, openingHours } };
  expect(levels(unchanged)["Opening hours"]).toBe("note");
  expect(levels({ ...unchanged, hasConfirmedHours: true })["Opening hours"]).toBe("good");
});

test("each step is done once the owner has completed it", () => {
  const settings = {
    ...defaultStoreSettings,
    phone: "(281) 555-0199",
    email: "ola@market.example",
    openingHours: [{ days: "Mon-Fri", opens: "10:00", closes: "18:00", text: "Mon-Fri 10AM-6PM" }],
  };
  const done = {
    settings,
    isOpen: true,
    hasConfirmedHours: false,
    productCount: 1,
    windowRuleCount: 7,
    zoneCount: 2,
    taxRateCount: 1,
    hasMfa: true,
  };
  expect(new Set(Object.values(levels(done)))).toEqual(new Set(["good"]));
  expect(levels({ ...done, settings: { ...settings, email: defaultStoreSettings.email } })).toMatchObject({
    "Name, address, and phone": "wrong",
  });
});

test("opening hours are in the language of the page", () => {
  setLocaleReader(() => "es");
  onTestFinished(() => setLocaleReader(() => "en"));
  const hours = stepsOfOwner({ ...NEW, hasConfirmedHours: true }).map(({ text }) => text);
  expect(hours).toContain("lun-sáb 9AM-8PM · dom 10AM-6PM");
});
