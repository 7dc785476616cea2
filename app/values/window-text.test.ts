import { expect, test } from "vitest";
import { nextWindowText, windowText } from "./window-text.ts";

const CHICAGO = "America/Chicago";
const afternoon = { startsAt: "2026-11-28T20:00:00Z", endsAt: "2026-11-28T22:00:00Z" };

test("a window is shown by its day and hours in the store's time zone", () => {
  expect(windowText(afternoon, CHICAGO)).toBe("Saturday, November 28, 2 to 4 PM");
  expect(windowText({ startsAt: "2026-11-28T17:00:00Z", endsAt: "2026-11-28T19:30:00Z" }, CHICAGO)).toBe(
    "Saturday, November 28, 11 AM to 1:30 PM",
  );
  expect(windowText({ startsAt: "2026-06-06T04:00:00Z", endsAt: "2026-06-06T06:00:00Z" }, CHICAGO)).toBe(
    "Friday, June 5, 11 PM to 1 AM",
  );
});

test("a window within a week is shown by its weekday", () => {
  const from = (now: string) => nextWindowText(afternoon, CHICAGO, new Date(now));
  expect(from("2026-11-28T06:30:00Z")).toBe("Today 2 to 4 PM");
  // 05:30 UTC is still the day before in Texas.
  expect(from("2026-11-28T05:30:00Z")).toBe("Tomorrow 2 to 4 PM");
  expect(from("2026-11-23T12:00:00Z")).toBe("Saturday 2 to 4 PM");
  expect(from("2026-11-21T12:00:00Z")).toBe("Saturday, November 28, 2 to 4 PM");
});
