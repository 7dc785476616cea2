import { t } from "#app/messages/t.ts";
import type { FieldErrors } from "#app/ui/use-form.ts";
import { centsTyped, moneyProblem } from "#app/values/money.ts";

export const MAX_CHARACTERS = 40;

/** Values of the form for a group. */
export type GroupDraft = ReturnType<typeof readGroupDraft>;

/** Name of a choice's field in the form. */
export function choiceField(key: string, name: string): string {
  return `choice_${key}_${name}`;
}

export function readGroupDraft(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  return {
    name: text("name"),
    isMultiple: text("kind") === "several",
    isRequired: form.has("is_required"),
    choices: form.getAll("choice_key").map((given) => {
      const key = String(given);
      const value = (name: string) => text(choiceField(key, name));
      return {
        /** Prefix of the choice's field names. */
        key,
        /** Null for a new choice. */
        id: value("id") === "" ? null : Number(value("id")),
        label: value("label"),
        /** Null if the field is empty or not a valid price. */
        priceCents: centsTyped(value("price")),
        priceText: value("price"),
        isDefault: form.has(choiceField(key, "is_default")),
      };
    }),
  };
}

/** Returns messages by field name. */
export function groupProblems({ name, isMultiple, choices }: GroupDraft): FieldErrors {
  const problems: Record<string, string> = {};
  if (name === "") problems["name"] = t("Enter a name, such as Cut.");
  const labels = choices.map(({ label }) => label.toLowerCase());
  for (const [place, { key, label, priceText }] of choices.entries()) {
    if (label === "") problems[choiceField(key, "label")] = t("Enter what shoppers choose, such as small pieces.");
    else if (labels.indexOf(label.toLowerCase()) < place) {
      problems[choiceField(key, "label")] = t("Another choice has this label.");
    }
    const problem = moneyProblem(priceText);
    if (problem) problems[choiceField(key, "price")] = problem;
  }
  const defaults = choices.filter(({ isDefault }) => isDefault);
  if (!isMultiple && defaults.length > 1) {
    for (const { key } of defaults.slice(1)) {
      problems[choiceField(key, "label")] ??= t("Only one choice can be selected at first.");
    }
  }
  return problems;
}
