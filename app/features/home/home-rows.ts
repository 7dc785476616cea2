import { type Category, type CategoryPrefix, getCategory } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";

export interface HomeRow {
  category: Category;
  title: () => string;
  /** Anchor that a hero button links to. */
  anchor?: string;
}

/** Product rows of the home page, in order, with their titles. */
export const homeRows: readonly HomeRow[] = [
  homeRow("meat", () => t("Meat and Sea Food"), "meatandSeaFood"),
  homeRow("fruits", () => t("Fruits and Vegetables")),
  homeRow("drinks", () => t("Drinks and Beverages")),
  homeRow("condiments", () => t("Condiments")),
  homeRow("beauty", () => t("Beauty & Household")),
  homeRow("grains", () => t("Grain Flour & Cereal")),
  homeRow("snacks", () => t("Snacks & Confectionaries")),
];

function homeRow(prefix: CategoryPrefix, title: () => string, anchor?: string): HomeRow {
  return { category: getCategory(prefix), title, ...(anchor ? { anchor } : {}) };
}
