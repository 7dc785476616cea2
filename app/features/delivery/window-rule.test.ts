import { expect, test } from "vitest";
import { ruleProblems, ruleText, type WindowRule } from "./window-rule.ts";

const RULE: WindowRule = {
  deliveryType: "pickup",
  weekday: 1,
  lengthMinutes: 120,
  capacity: 5,
  preparationMinutes: 60,
  cutOff: "18:00",
};

test("a rule is told in one line", () => {
  expect(ruleText(RULE)).toBe("120 minutes each, 5 orders, 60 minutes of preparation, same day until 18:00");
  expect(ruleText({ ...RULE, capacity: 1, preparationMinutes: 0, cutOff: null })).toBe("120 minutes each, 1 order");
});

test("a form of rules says what is wrong at each field", () => {
  const right = { weekdays: [1], lengthMinutes: "120", capacity: "5", preparationMinutes: "0" };
  expect(ruleProblems(right)).toEqual({});
  expect(
    Object.keys(ruleProblems({ weekdays: [], lengthMinutes: "5", capacity: "many", preparationMinutes: "-1" })),
  ).toEqual(["weekdays", "lengthMinutes", "capacity", "preparationMinutes"]);
});
