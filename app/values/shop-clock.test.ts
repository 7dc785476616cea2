import { afterEach, expect, test } from "vitest";
import { setLocaleReader } from "#app/messages/current-locale.ts";
import {
  dateTimeText,
  dayWords,
  readShopDay,
  readShopTime,
  shopDayOf,
  shopTimeOf,
  shopTimeText,
} from "./shop-clock.ts";

const TEXAS = "America/Chicago";

afterEach(() => setLocaleReader(() => "en"));

test("a timestamp is formatted in the US 12-hour format, in the store's time zone", () => {
  expect(dateTimeText("2026-11-21T21:05:00Z", TEXAS)).toBe("Nov 21, 2026, 3:05 PM");
  expect(dateTimeText("2026-07-04T05:00:00Z", TEXAS)).toBe("Jul 4, 2026, 12:00 AM");
});

test.for([
  ["en", "Nov 21, 2026, 1:07 AM"],
  ["es", "21 nov 2026, 1:07 AM"],
  ["fr", "21 nov. 2026, 1:07 AM"],
  ["ht", "21 novanm 2026, 1:07 AM"],
] as const)("in %s, a timestamp has the same time of day as the opening hours", ([lang, text]) => {
  setLocaleReader(() => lang);
  expect(dateTimeText("2026-11-21T07:07:00Z", TEXAS)).toBe(text);
});

test("a store day starts and ends at midnight in the store's time zone", () => {
  expect(readShopDay("2026-11-21", TEXAS)).toEqual({
    startsAt: "2026-11-21T06:00:00.000Z",
    endsAt: "2026-11-22T06:00:00.000Z",
  });
  expect(readShopDay("2026-07-04", TEXAS)).toEqual({
    startsAt: "2026-07-04T05:00:00.000Z",
    endsAt: "2026-07-05T05:00:00.000Z",
  });
});

test("the days on which the clocks change have 23 and 25 hours", () => {
  expect(readShopDay("2026-03-08", TEXAS)).toEqual({
    startsAt: "2026-03-08T06:00:00.000Z",
    endsAt: "2026-03-09T05:00:00.000Z",
  });
  expect(readShopDay("2026-11-01", TEXAS)).toEqual({
    startsAt: "2026-11-01T05:00:00.000Z",
    endsAt: "2026-11-02T06:00:00.000Z",
  });
});

test.each(["", "today", "2026-2-3", "2026-02-30", "2026-13-01", "0000-01-01", "2026-01-01T00:00"])(
  "%o is not a day",
  (text) => {
    expect(readShopDay(text, TEXAS)).toBeNull();
  },
);

test("late in the evening, the store's day is still the same, although UTC has the next", () => {
  expect(shopDayOf(new Date("2026-11-22T05:30:00Z"), TEXAS)).toBe("2026-11-21");
  expect(shopDayOf(new Date("2026-11-22T06:00:00Z"), TEXAS)).toBe("2026-11-22");
});

test("a store in another time zone has its own midnight", () => {
  expect(readShopDay("2026-11-21", "Pacific/Honolulu")?.startsAt).toBe("2026-11-21T10:00:00.000Z");
  expect(shopDayOf(new Date("2026-11-22T06:00:00Z"), "Pacific/Honolulu")).toBe("2026-11-21");
  expect(dateTimeText("2026-11-21T21:05:00Z", "Pacific/Honolulu")).toBe("Nov 21, 2026, 11:05 AM");
});

test("a day of the last week is shown by weekday, and an earlier one by date", () => {
  const now = new Date("2026-11-22T18:00:00Z");
  const words = (instant: string) => dayWords(instant, now, TEXAS);
  // 05:59 UTC is still the evening before in Texas.
  expect(words("2026-11-22T05:59:00Z")).toBe("yesterday");
  expect(words("2026-11-22T06:00:00Z")).toBe("today");
  expect(words("2026-11-17T18:00:00Z")).toBe("Tuesday");
  expect(words("2026-11-15T18:00:00Z")).toBe("Nov 15");
});

test("the words for a day are the same on days of 23 and 25 hours", () => {
  // 12:30 AM on the Monday after the clocks were set forward, and 11:30 PM on the Sunday when they were set back.
  const monday = new Date("2026-03-09T05:30:00Z");
  expect(dayWords("2026-03-08T18:00:00Z", monday, TEXAS)).toBe("yesterday");
  expect(dayWords("2026-03-07T18:00:00Z", monday, TEXAS)).toBe("Saturday");
  const sunday = new Date("2026-11-02T05:30:00Z");
  expect(dayWords("2026-11-01T18:00:00Z", sunday, TEXAS)).toBe("today");
  expect(dayWords("2026-10-31T18:00:00Z", sunday, TEXAS)).toBe("yesterday");
});

test("a store time is converted to a timestamp and back", () => {
  expect(readShopTime("2026-11-28T15:30", "America/Chicago")).toBe("2026-11-28T21:30:00.000Z");
  expect(readShopTime("2026-06-28T00:00", "America/Chicago")).toBe("2026-06-28T05:00:00.000Z");
  expect(shopTimeOf(new Date("2026-11-28T21:30:00Z"), "America/Chicago")).toBe("2026-11-28T15:30");
  for (const none of ["", "2026-11-28", "2026-02-30T10:00", "2026-11-28T24:00", "soon"]) {
    expect([none, readShopTime(none, "America/Chicago")]).toEqual([none, null]);
  }
});

test("only the hour that occurs twice shows its time zone", () => {
  expect(dateTimeText("2026-11-01T06:30:00Z", TEXAS)).toBe("Nov 1, 2026, 1:30 AM CDT");
  expect(dateTimeText("2026-11-01T07:30:00Z", TEXAS)).toBe("Nov 1, 2026, 1:30 AM CST");
  expect(shopTimeText("2026-11-01T07:00:00Z", TEXAS)).toBe("1:00 AM CST");
  for (const [instant, text] of [
    ["2026-11-01T05:59:00Z", "12:59 AM"],
    ["2026-11-01T08:00:00Z", "2:00 AM"],
    ["2026-03-08T07:59:00Z", "1:59 AM"],
    ["2026-03-08T08:00:00Z", "3:00 AM"],
  ] as const) {
    expect(shopTimeText(instant, TEXAS)).toBe(text);
  }
});
