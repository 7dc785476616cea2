import { expect, test } from "vitest";
import { defaultStoreSettings } from "./store-settings.ts";
import { storeData } from "./store-structured-data.ts";

const CONFIG = { publicOrigin: "https://shop.example", shopMode: "demo" } as const;

test("opening hours across the weekend list each day for search engines", () => {
  const openingHours = [{ days: "Fri-Mon", opens: "09:00", closes: "20:00", text: "" }];
  expect(storeData({ ...defaultStoreSettings, openingHours }, CONFIG).openingHoursSpecification).toMatchObject([
    { dayOfWeek: ["Friday", "Saturday", "Sunday", "Monday"], opens: "09:00", closes: "20:00" },
  ]);
});

/** https://developers.google.com/search/docs/appearance/structured-data/local-business */
const REQUIRED = ["address", "name"];
/** Without departments, a menu, and reviews, which the store does not have. */
const RECOMMENDED = ["geo", "openingHoursSpecification", "priceRange", "telephone", "url", "image"];

test("the store has Google's properties of a local business, its phone number with the country code", () => {
  const store = storeData(defaultStoreSettings, CONFIG);
  expect([...REQUIRED, ...RECOMMENDED].filter((name) => !Object.hasOwn(store, name))).toEqual([]);
  expect(store).toMatchObject({
    telephone: "+12815550142",
    url: "https://shop.example/home",
    image: expect.stringMatching(/^https:\/\/shop.example\/storage\//),
    address: { streetAddress: "1000 Market Street", addressCountry: "US" },
    geo: { latitude: defaultStoreSettings.latitude, longitude: defaultStoreSettings.longitude },
    sameAs: defaultStoreSettings.socialLinks.map(({ url }) => url),
  });
  expect(String(store["priceRange"]).length).toBeLessThan(100);
});

test("closed days are separate opening hours, closed all day", () => {
  const closedDays = [{ day: "2026-12-25", reason: "Christmas" }];
  expect(storeData({ ...defaultStoreSettings, closedDays }, CONFIG).openingHoursSpecification).toContainEqual({
    "@type": "OpeningHoursSpecification",
    validFrom: "2026-12-25",
    validThrough: "2026-12-25",
    opens: "00:00",
    closes: "00:00",
  });
});
