import { ALLERGEN_NAMES, HEAT, STORAGE } from "#app/features/catalog/product-attributes.ts";
import { t } from "#app/messages/t.ts";
import type { FieldLabel } from "#app/ui/save-merged.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { isKeyOf } from "#app/values/typed-object.ts";
import { itemLabels } from "./item-values.ts";

/** Returns the label of a column that the form writes for a product or a size. */
export function productLabel(column: string): FieldLabel {
  const labels: Record<string, FieldLabel> = {
    ...itemLabels(),
    name: t("Name"),
    label: t("Called"),
    description_header: t("Description header"),
    description: t("Description"),
    price: { label: t("Price"), show: money },
    discount_price: { label: t("Discount price"), show: money },
    pounds_each: t("Weight of one (lb)"),
    weight_tolerance: t("Tolerance (%)"),
    size: t("Size"),
    amount: t("Amount"),
    unit: t("Unit"),
    availability: { label: t("Availability"), show: availabilityText },
    stock_count: t("Quantity left"),
    snap: { label: t("SNAP EBT"), show: (value: string) => (value === "yes" ? t("Eligible") : t("Not eligible")) },
    also_called: t("Also called"),
    storage: { label: t("Storage"), show: (kind: string) => (isKeyOf(STORAGE, kind) ? STORAGE[kind]() : kind) },
    origin: t("Origin"),
    ingredients: t("Ingredients"),
    contains: { label: t("Contains"), show: allergens },
    may_contain: { label: t("May contain"), show: allergens },
    heat_level: { label: t("Heat"), show: (level: number) => HEAT[level - 1]?.() ?? String(level) },
    fibre: t("Material"),
    care: t("Care"),
  };
  return labels[column] ?? column;
}

function money(dollars: number): string {
  return moneyText(centsFrom(dollars));
}

function availabilityText(value: string): string {
  if (value === "counted") return t("Counted");
  return value === "sold_out" ? t("Sold out") : t("Available");
}

function allergens(names: readonly string[]): string {
  return names.map((name) => (isKeyOf(ALLERGEN_NAMES, name) ? ALLERGEN_NAMES[name]() : name)).join(", ");
}
