import { expect, test } from "vitest";
import { CUT } from "#tests/a-product-summary.ts";
import {
  type ChoiceGroup,
  defaultChoiceIds,
  fitsChoices,
  leastChoicesCents,
  missingGroup,
  nameWithChoices,
} from "./choice-groups.ts";
import { splitChoices } from "./split-choices.ts";

const preparation: ChoiceGroup = {
  id: 2,
  name: "Preparation",
  isMultiple: true,
  isRequired: false,
  choices: [
    { id: 21, label: "skin burnt", priceCents: 50, isDefault: true },
    { id: 22, label: "head off", priceCents: 0, isDefault: false },
  ],
};
const groups = [CUT, preparation];

test("selected choices are in the name, in the order of their groups", () => {
  expect(nameWithChoices("Goat Leg", groups, [22, 12, 21])).toBe(
    "Goat Leg (Cut: small pieces; Preparation: skin burnt, head off)",
  );
  expect(nameWithChoices("Goat Leg", groups, [])).toBe("Goat Leg");
});

test("the choices of a bought product are split from its name", () => {
  for (const name of ["Goat Leg", "Whole Tilapia, Cleaned (Frozen)", "Yam (Puna) (Large)"]) {
    expect(splitChoices(nameWithChoices(name, groups, [12, 21, 22]))).toEqual({
      name,
      choices: "Cut: small pieces; Preparation: skin burnt, head off",
    });
    expect(splitChoices(name)).toEqual({ name, choices: "" });
  }
});

test("a line needs one choice per required group, and may have any of a multiple-choice group", () => {
  for (const choiceIds of [[11], [12, 21, 22], [11, 22]]) expect(fitsChoices(groups, choiceIds)).toBe(true);
  for (const choiceIds of [[], [21], [11, 12], [11, 99]]) expect(fitsChoices(groups, choiceIds)).toBe(false);
  expect(fitsChoices([], [])).toBe(true);
});

test("the first group without a required choice is returned, and defaults count as selected", () => {
  expect(missingGroup(groups, defaultChoiceIds(groups))).toBe(CUT);
  expect(missingGroup(groups, [11])).toBeNull();
  expect(defaultChoiceIds(groups)).toEqual([21]);
});

test("the lowest price has the defaults and the cheapest required choices", () => {
  expect(leastChoicesCents(groups)).toBe(50);
  const onlyExpensive = { ...CUT, choices: [{ id: 13, label: "steaks", priceCents: 200, isDefault: false }] };
  expect(leastChoicesCents([onlyExpensive, preparation])).toBe(250);
});
