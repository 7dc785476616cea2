import { expect, test } from "vitest";
import type { WindowRule } from "./window-rule.ts";
import { weekChanges, weekFrom, weekProblems } from "./window-week.ts";

const MONDAY: WindowRule = {
  deliveryType: "pickup",
  weekday: 1,
  lengthMinutes: 120,
  capacity: 5,
  preparationMinutes: 60,
  cutOff: "18:00",
};
const TUESDAY = { ...MONDAY, weekday: 2, cutOff: null };

function changed(weekday: number, values: Partial<ReturnType<typeof weekFrom>[number]>) {
  return weekFrom([MONDAY, TUESDAY]).map((day, place) => (place === weekday ? { ...day, ...values } : day));
}

test("the week has seven days, with times where there is a rule", () => {
  const week = weekFrom([MONDAY]);
  expect(week.map(({ hasTimes }) => hasTimes)).toEqual([false, true, false, false, false, false, false]);
  expect(week[1]).toEqual({
    hasTimes: true,
    lengthMinutes: "120",
    capacity: "5",
    preparationMinutes: "60",
    cutOff: "18:00",
  });
});

test("only what changed is written, and a day without times is removed", () => {
  const rules = [MONDAY, TUESDAY];
  expect(weekChanges(weekFrom(rules), "pickup", rules)).toEqual({ saved: [], removed: [] });
  expect(weekChanges(changed(1, { capacity: "8", cutOff: "" }), "pickup", rules)).toEqual({
    saved: [{ ...MONDAY, capacity: 8, cutOff: null }],
    removed: [],
  });
  expect(weekChanges(changed(2, { hasTimes: false }), "pickup", rules)).toEqual({ saved: [], removed: [2] });
  expect(weekChanges(changed(3, { hasTimes: true }), "pickup", rules).saved).toEqual([{ ...TUESDAY, weekday: 3 }]);
});

test("wrong numbers are reported at their fields, except on days without times", () => {
  expect(weekProblems(changed(1, { lengthMinutes: "5", capacity: "many", preparationMinutes: "-1" }))).toEqual({
    "lengthMinutes-1": "A whole number from 15 to 720",
    "capacity-1": "A whole number from 1 to 999",
    "preparationMinutes-1": "A whole number from 0 to 2880",
  });
  expect(weekProblems(changed(4, { hasTimes: false, capacity: "" }))).toEqual({});
});
