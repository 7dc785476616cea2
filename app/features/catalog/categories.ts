import { t } from "#app/messages/t.ts";
import type { Database } from "#app/platform/database-rows.ts";
import type { WeightUnit } from "#app/values/amount.ts";

/** View of a category's products in the data service. */
export type CategoryView = keyof Database["public"]["Views"];

export interface Category {
  /** Used in product URLs, /products/{prefix}/{id}, and as the category's key in the database. */
  prefix: Database["public"]["Tables"]["categories"]["Row"]["prefix"];
  /** Path of the category's listing. */
  path: string;
  title: () => string;
  menuLabel: () => string;
  table: CategoryView;
  /** Pattern that decorates the category's pages: a rule of app/ui/textile.module.css. */
  pattern: string;
  /** Unit of weights in unit prices: the same for the whole category, so that its prices can be compared. */
  weightUnit: WeightUnit;
}

/** The nine categories, in the order of the Products menu. */
export const categories = [
  {
    prefix: "wears",
    path: "/africanwearandfashion",
    title: () => t("Authentic African Wears and Styles"),
    menuLabel: () => t("Authentic African Wears and Styles"),
    table: "authentic_african_wear",
    pattern: "kente",
    weightUnit: "oz",
  },
  {
    prefix: "beauty",
    path: "/beautyandhousehold",
    title: () => t("Beauty and Household"),
    menuLabel: () => t("Beauty and Household"),
    table: "beauty_and_household",
    pattern: "adire",
    weightUnit: "oz",
  },
  {
    prefix: "condiments",
    path: "/condiments",
    title: () => t("Condiments"),
    menuLabel: () => t("Condiments"),
    table: "condiments",
    pattern: "bogolan",
    weightUnit: "oz",
  },
  {
    prefix: "drinks",
    path: "/drinkandbeverages",
    title: () => t("Drink and Beverages"),
    menuLabel: () => t("Drink and Beverages"),
    table: "drink_beverage",
    pattern: "madras",
    weightUnit: "oz",
  },
  {
    prefix: "fruits",
    path: "/fruitsandvegetables",
    title: () => t("Fruits and Vegetables"),
    menuLabel: () => t("Fruits and Vegetables"),
    table: "fruits_and_vegetables",
    pattern: "wax",
    weightUnit: "lb",
  },
  {
    prefix: "grains",
    path: "/grainflourandcereal",
    title: () => t("Grains, Flours, and Cereal"),
    menuLabel: () => t("Grains, Flours, and Cereal"),
    table: "grain_flour_cereal",
    pattern: "basket",
    weightUnit: "lb",
  },
  {
    prefix: "meat",
    path: "/meatandseafood",
    title: () => t("Meat and Seafood"),
    menuLabel: () => t("Meat and Seafood"),
    table: "meat_sea_food",
    pattern: "scale",
    weightUnit: "lb",
  },
  {
    prefix: "snacks",
    path: "/snacksandconfectionaries",
    title: () => t("Snacks and Confections"),
    menuLabel: () => t("Snacks and Confections"),
    table: "snack_confectionaries",
    pattern: "diamond",
    weightUnit: "oz",
  },
  {
    prefix: "more",
    path: "/others",
    title: () => t("Other Items"),
    menuLabel: () => t("More", {}, "category"),
    table: "more",
    pattern: "wave",
    weightUnit: "lb",
  },
] as const satisfies readonly Category[];

export type CategoryPrefix = (typeof categories)[number]["prefix"];

export function findCategory(prefix: string): Category | null {
  return categories.find((category) => category.prefix === prefix) ?? null;
}

export function findCategoryByPath(path: string): Category | null {
  return categories.find((category) => category.path === path) ?? null;
}

export function getCategory(prefix: CategoryPrefix): Category {
  const category = findCategory(prefix);
  if (!category) throw new Error(`There is no category ${prefix}.`);
  return category;
}
