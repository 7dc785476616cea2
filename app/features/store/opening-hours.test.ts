import { expect, test } from "vitest";
import { daysIn, hoursText, minuteOf, type OpeningHours, openingStateAt } from "./opening-hours.ts";

const timeZone = "America/Chicago";
const openingHours = [
  { days: "Mon-Sat", opens: "09:00", closes: "20:00", text: "Mon-Sat 9AM-8PM" },
  { days: "Sun", opens: "10:00", closes: "18:00", text: "Sun 10AM-6PM" },
];

/** Returns the store's state at a UTC time. */
function at(instant: string, hours: readonly OpeningHours[] = openingHours) {
  return openingStateAt({ openingHours: hours, timeZone, closedDays: [] }, new Date(instant));
}

test.each([
  // Monday in standard time, six hours behind UTC.
  ["2026-11-23T14:59:59Z", "Closed now, opens at 9 AM"],
  ["2026-11-23T15:00:00Z", "Open now, until 8 PM"],
  ["2026-11-24T01:59:59Z", "Open now, until 8 PM"],
  ["2026-11-24T02:00:00Z", "Closed now, opens tomorrow at 9 AM"],
  ["2026-11-24T05:59:00Z", "Closed now, opens tomorrow at 9 AM"],
  ["2026-11-24T06:00:00Z", "Closed now, opens at 9 AM"],
  // Saturday evening and Sunday, which has its own hours.
  ["2026-11-22T03:00:00Z", "Closed now, opens tomorrow at 10 AM"],
  ["2026-11-22T15:30:00Z", "Closed now, opens at 10 AM"],
  ["2026-11-22T16:00:00Z", "Open now, until 6 PM"],
  ["2026-11-23T00:00:00Z", "Closed now, opens tomorrow at 9 AM"],
  // Clocks go forward at 2 AM on March 8, 2026, and back on November 1, 2026.
  ["2026-03-08T14:59:00Z", "Closed now, opens at 10 AM"],
  ["2026-03-08T15:00:00Z", "Open now, until 6 PM"],
  ["2026-11-01T15:59:00Z", "Closed now, opens at 10 AM"],
  ["2026-11-01T16:00:00Z", "Open now, until 6 PM"],
])("at %s the store's state is %j", (instant, text) => {
  expect(at(instant)).toEqual({ isOpen: text.startsWith("Open"), text });
});

test("opening hours may skip days and list days individually", () => {
  const hours = [{ days: "Tue, Thu", opens: "09:30", closes: "17:00", text: "" }];
  expect(at("2026-11-20T18:00:00Z", hours).text).toBe("Closed now, opens Tue at 9:30 AM");
  expect(at("2026-11-24T16:00:00Z", hours).isOpen).toBe(true);
});

test("a day may have several hours in any order, and hours with an invalid time are left out", () => {
  const hours = [
    { days: "Mon", opens: "14:00", closes: "18:00", text: "" },
    { days: "Mon", opens: "09:00", closes: "12:00", text: "" },
    { days: "Mon", opens: "7:00", closes: "08:00", text: "" },
    { days: "Mon", opens: "19:00", closes: "8 PM", text: "" },
  ];
  expect(at("2026-11-23T13:30:00Z", hours).text).toBe("Closed now, opens at 9 AM");
  expect(at("2026-11-23T18:30:00Z", hours).text).toBe("Closed now, opens at 2 PM");
  expect(at("2026-11-24T01:30:00Z", hours).text).toBe("Closed now, opens Mon at 9 AM");
});

test("a store that opens and closes at the same time is open all day", () => {
  const hours = [{ days: "Mon", opens: "00:00", closes: "00:00", text: "" }];
  expect(at("2026-11-24T05:59:00Z", hours)).toEqual({ isOpen: true, text: "Open now, until 12 AM" });
});

test("hours past midnight belong to the day before, even across the weekend", () => {
  const hours = [{ days: "Fri-Sun", opens: "18:00", closes: "02:00", text: "" }];
  expect(at("2026-11-23T07:59:00Z", hours)).toEqual({ isOpen: true, text: "Open now, until 2 AM" });
  expect(at("2026-11-23T08:00:00Z", hours).text).toBe("Closed now, opens Fri at 6 PM");
});

test('a store open once a week shows the day, and one without hours shows only "Closed now"', () => {
  const monday = [{ days: "Mon", opens: "09:00", closes: "12:00", text: "" }];
  expect(at("2026-11-23T20:00:00Z", monday).text).toBe("Closed now, opens Mon at 9 AM");
  expect(at("2026-11-23T20:00:00Z", [])).toEqual({ isOpen: false, text: "Closed now" });
});

test.each([
  ["Mon-Wed", ["Monday", "Tuesday", "Wednesday"]],
  ["Sun", ["Sunday"]],
  ["Fri-Mon", ["Friday", "Saturday", "Sunday", "Monday"]],
  ["Tue, Thu", ["Tuesday", "Thursday"]],
  ["Monday - tue", ["Monday", "Tuesday"]],
])("the days %s are parsed as %o", (days, names) => {
  expect(daysIn(days)).toEqual(names);
});

test.each(["", "Week", "Mon-", "Mon-Fri-Sun", "Mon,", "Monkey"])("%o has no valid days", (days) => {
  expect(daysIn(days)).toBeNull();
});

test("a time has two digits, a colon, and two digits, and is within a day", () => {
  expect(["00:00", "09:30", "23:59"].map(minuteOf)).toEqual([0, 570, 1439]);
  for (const time of ["24:00", "9:30", "109:30", "09:300", "09:60", ""])
    expect([time, minuteOf(time)]).toEqual([time, null]);
});

test("opening hours are formatted from days and times", () => {
  expect(hoursText({ days: "Mon-Sat", opens: "09:00", closes: "20:00" })).toBe("Mon-Sat 9AM-8PM");
  expect(hoursText({ days: "Sun", opens: "00:30", closes: "12:05" })).toBe("Sun 12:30AM-12:05PM");
});

test("on a closed day the store is closed until the next open day", () => {
  const closedDays = [{ day: "2026-11-26" }, { day: "2026-11-27" }];
  const state = (instant: string) =>
    openingStateAt({ openingHours: openingHours.slice(0, 1), timeZone, closedDays }, new Date(instant));
  expect(state("2026-11-26T18:00:00Z")).toEqual({ isOpen: false, text: "Closed now, opens Sat at 9 AM" });
  expect(state("2026-11-25T18:00:00Z")).toMatchObject({ isOpen: true });
  closedDays.push(...["28", "30"].map((day) => ({ day: `2026-11-${day}` })), { day: "2026-12-01" });
  closedDays.push(...["02", "03"].map((day) => ({ day: `2026-12-${day}` })));
  expect(state("2026-11-27T18:00:00Z").text).toBe("Closed now, opens Fri at 9 AM");
  expect(state("2026-11-26T18:00:00Z").text).toBe("Closed now, opens Fri, Dec 4 at 9 AM");
});
