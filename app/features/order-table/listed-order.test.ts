import { afterEach, expect, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import { placedText, slotText } from "./listed-order.ts";

const TEXAS = "America/Chicago";

afterEach(() => setLocaleReader(() => "en"));

test("the time of an order includes the year only if it is not the current one", () => {
  const now = new Date("2026-11-25T19:00:00Z");
  expect(placedText("2026-11-25T15:41:00.123456+00:00", now, TEXAS)).toBe("Nov 25, 9:41 AM");
  expect(placedText("2026-01-01T05:00:00Z", now, TEXAS)).toBe("Dec 31, 2025, 11:00 PM");
});

test("a window is shown in the store's time zone, without minutes on the hour", () => {
  const window = { startsAt: "2026-11-28T20:00:00Z", endsAt: "2026-11-28T22:00:00Z" };
  expect(slotText(window, TEXAS)).toBe("Nov 28, 2 – 4 PM");
  expect(slotText({ startsAt: "2026-11-28T17:30:00Z", endsAt: "2026-11-28T19:00:00Z" }, TEXAS)).toBe(
    "Nov 28, 11:30 AM – 1 PM",
  );
  setLocaleReader(() => "es");
  expect(slotText(window, TEXAS)).toMatch(/^28 nov, 2.4 PM$/);
});
