import { t } from "#app/messages/t.ts";
import type { ReadField } from "#app/ui/use-form.ts";
import { decimalTyped } from "#app/values/decimal.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { type BulkChange, endingLabels } from "./create-bulk-change.ts";

/** Fields that a bulk change can set, with their labels in the form. */
export const bulkFieldLabels = () => ({
  price: t("Price"),
  discount: t("Discount price"),
  category: t("Category"),
  hidden: t("Status"),
  stock: t("Stock"),
  storage: t("Storage"),
  snap: t("SNAP EBT"),
  tax_class_id: t("Tax class"),
});

export type BulkField = keyof ReturnType<typeof bulkFieldLabels>;

/** Kinds of price change, with the sign and the unit of the number. */
export const priceChanges = () =>
  ({
    up_percent: { label: t("Raise by percent"), how: "percent", sign: 1 },
    down_percent: { label: t("Lower by percent"), how: "percent", sign: -1 },
    up_amount: { label: t("Raise by dollars"), how: "amount", sign: 1 },
    down_amount: { label: t("Lower by dollars"), how: "amount", sign: -1 },
  }) as const;

export const discountChanges = () => ({
  percent: t("Percent off the price"),
  amount: t("Dollars off the price"),
  remove: t("Remove the discount"),
});

export type BulkFormValues = ReturnType<typeof readBulkForm>;

export function readBulkForm(field: ReadField) {
  const [chosen, ending] = [field("field"), field("ending")];
  const number = decimalTyped(field("number"));
  return {
    field: isKeyOf(bulkFieldLabels(), chosen) ? chosen : "price",
    how: field("how"),
    numberText: field("number").trim(),
    /** Null if no number above zero was typed. */
    number: number !== null && number > 0 ? number : null,
    ending: isKeyOf(endingLabels(), ending) ? ending : "cent",
    hasDiscounts: field("with_discounts") === "on",
    value: field("value"),
  };
}

/** Returns error messages by field name. */
export function validateBulkForm({ field, how, numberText, number }: BulkFormValues): Record<string, string> {
  const needsNumber = field === "price" || (field === "discount" && how !== "remove");
  if (!needsNumber || number !== null) return {};
  return {
    number:
      numberText === ""
        ? t("Enter a number.")
        : t("“{numberText}” is not a number above zero, such as 10 or 0.50.", { numberText }),
  };
}

export function bulkChangeFrom(values: BulkFormValues): BulkChange {
  const { field, how, number, ending, hasDiscounts, value } = values;
  if (field === "price") {
    const changes = priceChanges();
    const change = changes[isKeyOf(changes, how) ? how : "up_percent"];
    return { field, how: change.how, number: change.sign * (number ?? 0), ending, with_discounts: hasDiscounts };
  }
  if (field === "discount") {
    if (how === "remove") return { field, how };
    return { field, how: how === "amount" ? "amount" : "percent", number: -(number ?? 0), ending };
  }
  return { field, value };
}
