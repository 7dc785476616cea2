import { expect, test } from "vitest";
import type { WindowRule } from "./window-rule.ts";
import { isSameWeek, rulesFrom, weekFrom, weekProblems, windowsOfDay } from "./window-week.ts";

const MONDAY: WindowRule = {
  deliveryType: "pickup",
  weekday: 1,
  lengthMinutes: 120,
  capacity: 5,
  preparationMinutes: 60,
  cutOff: "18:00",
  windowCapacities: { "11:00": 2 },
};
const HOURS = [
  { days: "Mon-Sat", opens: "09:00", closes: "20:00", text: "" },
  { days: "Fri", opens: "22:00", closes: "02:00", text: "" },
];
const TUESDAY = { ...MONDAY, weekday: 2, cutOff: null };

function changed(weekday: number, values: Partial<ReturnType<typeof weekFrom>[number]>) {
  return weekFrom([MONDAY, TUESDAY]).map((day, place) => (place === weekday ? { ...day, ...values } : day));
}

test("the week has seven days, with windows on days that have a schedule", () => {
  const week = weekFrom([MONDAY]);
  expect(week.map(({ hasTimes }) => hasTimes)).toEqual([false, true, false, false, false, false, false]);
  expect(week[1]).toEqual({
    hasTimes: true,
    lengthMinutes: "120",
    capacity: "5",
    preparationMinutes: "60",
    cutOff: "18:00",
    windowCapacities: { "11:00": "2" },
  });
});

test("a saved week has the typed values, without days that have no windows", () => {
  const rules = [MONDAY, TUESDAY];
  expect(rulesFrom(weekFrom(rules), "pickup", HOURS)).toEqual(rules);
  expect(rulesFrom(changed(1, { capacity: "8", cutOff: "" }), "pickup", HOURS)[0]).toEqual({
    ...MONDAY,
    capacity: 8,
    cutOff: null,
  });
  expect(rulesFrom(changed(2, { hasTimes: false }), "pickup", HOURS)).toEqual([MONDAY]);
});

test("windows fill a weekday's opening hours, even past midnight, and none ends after closing", () => {
  const texts = (weekday: number, lengthMinutes: string) =>
    windowsOfDay(HOURS, weekday, { lengthMinutes }).map(({ starts, text }) => `${starts} ${text}`);
  expect(texts(1, "120")).toEqual(
    "09:00 9–11 AM | 11:00 11 AM–1 PM | 13:00 1–3 PM | 15:00 3–5 PM | 17:00 5–7 PM".split(" | "),
  );
  expect(texts(5, "120").slice(-2)).toEqual(["22:00 10 PM–12 AM", "00:00 12–2 AM"]);
  expect(texts(0, "120")).toEqual([]);
  expect(texts(1, "5")).toEqual([]);
});

test("capacities of single windows are kept only for windows that the day has", () => {
  const single = (windowCapacities: Record<string, string>, lengthMinutes = "120") =>
    rulesFrom(changed(1, { windowCapacities, lengthMinutes }), "pickup", HOURS)[0]?.windowCapacities;
  expect(single({ "09:00": " 3 ", "13:00": "0", "11:00": "" })).toEqual({ "09:00": 3, "13:00": 0 });
  expect(single({ "09:00": "3", "11:00": "1" }, "60")).toEqual({ "09:00": 3, "11:00": 1 });
  expect(single({ "10:00": "3" })).toEqual({});
});

test("weeks are compared by their values", () => {
  const both = { ...MONDAY, windowCapacities: { "09:00": 1, "11:00": 2 } };
  const turned = { ...MONDAY, windowCapacities: { "11:00": 2, "09:00": 1 } };
  expect(isSameWeek([both, TUESDAY], [TUESDAY, turned])).toBe(true);
  expect(isSameWeek([both], [MONDAY])).toBe(false);
  expect(isSameWeek([MONDAY], [MONDAY, TUESDAY])).toBe(false);
});

test("invalid numbers are reported at their fields, except on days without windows", () => {
  expect(weekProblems(changed(1, { lengthMinutes: "5", capacity: "many", preparationMinutes: "-1" }), HOURS)).toEqual({
    "lengthMinutes-1": "A whole number from 15 to 720",
    "capacity-1": "A whole number from 1 to 999",
    "preparationMinutes-1": "A whole number from 0 to 2880",
  });
  expect(weekProblems(changed(4, { hasTimes: false, capacity: "" }), HOURS)).toEqual({});
  for (const [lengthMinutes, capacity, preparationMinutes] of [
    ["15", "1", "0"],
    ["720", "999", "2880"],
  ] as const) {
    expect(weekProblems(changed(1, { lengthMinutes, capacity, preparationMinutes }), HOURS)).toEqual({});
  }
  const tooLarge = { lengthMinutes: "721", capacity: "1000", preparationMinutes: "2881" };
  expect(Object.keys(weekProblems(changed(1, tooLarge), HOURS))).toHaveLength(3);
  expect(weekProblems(changed(1, { windowCapacities: { "09:00": "x", "10:00": "x" } }), HOURS)).toEqual({
    "capacity-1-09:00": "A whole number from 0 to 999",
  });
});
