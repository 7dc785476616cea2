import { expect, test } from "vitest";
import { formOf } from "#tests/form-of.ts";
import { groupProblems, readGroupDraft } from "./choice-group-draft.ts";

test("choices are read in the order of the form", () => {
  const small = { choice_key: "1", choice_1_id: "12", choice_1_label: "small pieces", choice_1_price: "1.50" };
  const whole = { choice_key: "0", choice_0_id: "", choice_0_label: "whole", choice_0_price: "" };
  const draft = readGroupDraft(
    formOf(
      [{ name: " Cut ", kind: "one", is_required: "on" }, small, whole, { choice_0_is_default: "on" }].flatMap(
        Object.entries,
      ),
    ),
  );
  expect(draft).toMatchObject({
    name: "Cut",
    isMultiple: false,
    isRequired: true,
    choices: [
      { id: 12, label: "small pieces", priceCents: 150, isDefault: false },
      { id: null, label: "whole", priceCents: null, isDefault: true },
    ],
  });
  expect(groupProblems(draft)).toEqual({});
});

test("missing names and labels, invalid prices, duplicate labels, and second defaults fail", () => {
  const choice = (key: string, label: string, priceText = "", isDefault = false) => ({
    key,
    id: null,
    label,
    priceCents: null,
    priceText,
    isDefault,
  });
  const choices = [choice("0", "on", "", true), choice("1", "On"), choice("2", "", "x"), choice("3", "off", "", true)];
  expect(groupProblems({ name: "", isMultiple: false, isRequired: true, choices })).toEqual({
    name: "Enter a name, such as Cut.",
    choice_1_label: "Another choice has this label.",
    choice_2_label: "Enter what shoppers choose, such as small pieces.",
    choice_2_price: expect.any(String),
    choice_3_label: "Only one choice can be selected at first.",
  });
  const several = [choice("0", "head off", "", true), choice("1", "skin off", "", true)];
  expect(groupProblems({ name: "Preparation", isMultiple: true, isRequired: false, choices: several })).toEqual({});
});
