import { expect, test } from "vitest";
import { defaultStoreSettings } from "#app/features/store/store-settings.ts";
import { keysOf } from "#app/values/typed-object.ts";
import { SETTING_PATHS } from "./setting-groups.ts";
import { settingsDraft } from "./settings-draft.ts";
import { partErrors, partOf, previewedSettings } from "./settings-parts.ts";

const whole = settingsDraft(defaultStoreSettings);

test("every settings field is on exactly one page", () => {
  const parts = keysOf(SETTING_PATHS).flatMap((part) => Object.keys(partOf(part, whole)));
  expect(parts.toSorted()).toEqual(Object.keys(whole).toSorted());
  expect(Object.keys(partOf("about", whole))).toEqual(["team", "testimonials"]);
});

test("only errors on the same page prevent saving it", () => {
  const wrong = { ...whole, name: "", closedDays: [{ day: "", reason: "Eid" }] };
  expect(partErrors("shop", wrong)).toEqual({ name: "Store name is required" });
  expect(partErrors("hours", wrong)).toEqual({ "closedDays.0.day": "Choose a day" });
  expect(partErrors("about", wrong)).toEqual({});
});

test("the preview omits unfinished lines, and shows hours as pages will", () => {
  const shown = previewedSettings(defaultStoreSettings, {
    ...whole,
    openingHours: [
      { days: "Mon-Fri", opens: "10:00", closes: "19:00", text: "" },
      { days: "", opens: "09:00", closes: "17:00", text: "" },
    ],
    closedDays: [
      { day: "2026-12-25", reason: "Christmas" },
      { day: "", reason: "" },
      { day: "2026-11-26", reason: "Thanksgiving" },
    ],
    pickupPausedUntil: "2026-11-24T12:00",
  });
  expect(shown.openingHours.map(({ text }) => text)).toEqual(["Mon-Fri 10AM-7PM"]);
  expect(shown.closedDays.map(({ reason }) => reason)).toEqual(["Thanksgiving", "Christmas"]);
  expect(shown.pickupPausedUntil).toBe("2026-11-24T18:00:00.000Z");
});
