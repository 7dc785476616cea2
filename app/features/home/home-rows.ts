import { type CategoryPrefix, getCategory } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";

/** Product rows of the home page, in order, with their titles. */
export const homeRows = [
  homeRow("meat", () => t("Meat and Sea Food"), "meatandSeaFood"),
  homeRow("fruits", () => t("Fruits and Vegetables")),
  homeRow("drinks", () => t("Drinks and Beverages")),
  homeRow("condiments", () => t("Condiments")),
  homeRow("beauty", () => t("Beauty & Household")),
  homeRow("grains", () => t("Grain Flour & Cereal")),
  homeRow("snacks", () => t("Snacks & Confectionaries")),
];

/** @param anchor that a hero button links to */
function homeRow(prefix: CategoryPrefix, title: () => string, anchor?: string) {
  return { category: getCategory(prefix), title, ...(anchor ? { anchor } : {}) };
}
