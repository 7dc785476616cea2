import { expect, test } from "vitest";
import { closedNotices, isOver } from "./store-notices.ts";
import { defaultStoreSettings } from "./store-settings.ts";

const at = (now: string, changed = {}) =>
  closedNotices(
    { ...defaultStoreSettings, closedDays: [{ day: "2026-11-26", reason: "Thanksgiving" }], ...changed },
    new Date(now),
  );

test("a closed day is announced with its reason from a week before", () => {
  expect(at("2026-11-18T18:00:00Z")).toEqual([]);
  expect(at("2026-11-19T18:00:00Z")).toEqual(["Closed on Thursday, November 26: Thanksgiving."]);
  // Still Wednesday in Texas.
  expect(at("2026-11-26T05:30:00Z")).toEqual(["Closed on Thursday, November 26: Thanksgiving."]);
  expect(at("2026-11-26T06:30:00Z")).toEqual(["Closed today: Thanksgiving."]);
  expect(at("2026-11-27T06:30:00Z")).toEqual([]);
});

test("a pause is announced until it ends", () => {
  const paused = {
    closedDays: [],
    deliveryPausedUntil: "2026-11-20T21:30:00+00:00",
    pauseReason: "our van is being mended",
  };
  expect(at("2026-11-20T15:00:00Z", paused)).toEqual([
    "Delivery is paused until today 3:30 PM: our van is being mended.",
  ]);
  expect(at("2026-11-19T15:00:00Z", { ...paused, pauseReason: "" })).toEqual([
    "Delivery is paused until tomorrow 3:30 PM.",
  ]);
  expect(at("2026-11-20T21:30:00Z", paused)).toEqual([]);
  expect(at("2026-11-20T15:00:00Z", { closedDays: [], pickupPausedUntil: paused.deliveryPausedUntil })).toEqual([
    "Pickup is paused until today 3:30 PM.",
  ]);
});

test("a banner expires at its end time, and never without one", () => {
  const now = new Date("2026-11-27T18:00:00Z");
  const until = (bannerUntil: string | null) => isOver({ bannerText: "Free plantain", bannerUntil }, now);
  expect([until(null), until("2026-11-27T18:00:01Z"), until("2026-11-27T12:00:00-06:00")]).toEqual([
    false,
    false,
    true,
  ]);
});
