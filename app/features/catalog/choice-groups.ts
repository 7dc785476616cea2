import { type CamelCased, camelCased } from "#app/values/camel-cased.ts";
import type { Translatable } from "#app/values/untranslated.ts";

/** Entry of the column `products.choice_groups`. */
export interface ChoiceGroupRow {
  id: number;
  name: string;
  /** Whether several of its choices can be selected together. */
  is_multiple: boolean;
  is_required: boolean;
  /** The price is added to that of one piece; the default choices are preselected. */
  choices: { id: number; label: string; price: number; is_default: boolean }[];
}

/** A choice of how a product is cut or prepared. */
export type Choice = CamelCased<ChoiceGroupRow["choices"][number], "price"> & Translatable;

export type ChoiceGroup = Omit<CamelCased<ChoiceGroupRow>, "choices"> & Translatable & { choices: readonly Choice[] };

export function choiceGroupFromRow(row: ChoiceGroupRow): ChoiceGroup {
  return { ...camelCased(row), choices: row.choices.map((choice) => camelCased(choice, "price")) };
}

/** Returns the preselected choices. */
export function defaultChoiceIds(groups: readonly ChoiceGroup[]): number[] {
  return groups.flatMap(({ choices }) => choices.filter(({ isDefault }) => isDefault).map(({ id }) => id));
}

/** Returns the selected choices in the order of their groups. */
export function chosenOf(groups: readonly ChoiceGroup[], choiceIds: readonly number[]): Choice[] {
  return groups.flatMap(({ choices }) => choices.filter(({ id }) => choiceIds.includes(id)));
}

/** Returns the first required group without a selected choice; null if there is none. */
export function missingGroup(groups: readonly ChoiceGroup[], choiceIds: readonly number[]): ChoiceGroup | null {
  return (
    groups.find(({ isRequired, choices }) => isRequired && !choices.some(({ id }) => choiceIds.includes(id))) ?? null
  );
}

/** Returns whether a line can be ordered with these choices, by the rules of `private.fit_choices`. */
export function fitsChoices(groups: readonly ChoiceGroup[], choiceIds: readonly number[]): boolean {
  return (
    chosenOf(groups, choiceIds).length === new Set(choiceIds).size &&
    missingGroup(groups, choiceIds) === null &&
    groups.every((group) => group.isMultiple || chosenOf([group], choiceIds).length <= 1)
  );
}

export function choicesCents(choices: readonly Choice[]): number {
  return choices.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

/**
 * Returns the lowest added price: that of the defaults, plus the cheapest choice of each required group without a
 * default.
 */
export function leastChoicesCents(groups: readonly ChoiceGroup[]): number {
  return groups.reduce((sum, { isRequired, choices }) => {
    const defaults = choices.filter(({ isDefault }) => isDefault);
    if (defaults.length > 0 || !isRequired) return sum + choicesCents(defaults);
    return sum + Math.min(...choices.map(({ priceCents }) => priceCents));
  }, 0);
}

/** Returns the selected choices as text, such as "Cut: small pieces; Also: skin burnt, head off". */
export function choicesText(groups: readonly ChoiceGroup[], choiceIds: readonly number[]): string {
  return groups
    .flatMap((group) => {
      const labels = chosenOf([group], choiceIds).map(({ label }) => label);
      return labels.length === 0 ? [] : [`${group.name}: ${labels.join(", ")}`];
    })
    .join("; ");
}

/** Returns a product's name with the selected choices, as the database writes it into an order. */
export function nameWithChoices(name: string, groups: readonly ChoiceGroup[], choiceIds: readonly number[]): string {
  const text = choicesText(groups, choiceIds);
  return text === "" ? name : `${name} (${text})`;
}
