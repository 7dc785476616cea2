import { expect, test } from "vitest";
import { defaultStoreSettings } from "./store-settings.ts";
import { storeData } from "./store-structured-data.ts";

test("a shop that is open round the weekend tells search engines each of its days", () => {
  const openingHours = [{ days: "Fri-Mon", opens: "09:00", closes: "20:00", text: "" }];
  const { openingHoursSpecification } = storeData({ ...defaultStoreSettings, openingHours }, "https://shop.example");
  expect(openingHoursSpecification).toMatchObject([
    { dayOfWeek: ["Friday", "Saturday", "Sunday", "Monday"], opens: "09:00", closes: "20:00" },
  ]);
});
