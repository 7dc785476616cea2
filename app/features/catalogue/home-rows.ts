import { type Category, type CategoryPrefix, getCategory } from "./categories.ts";

export interface HomeRow {
  category: Category;
  title: string;
  /** The anchor that a hero button goes to. */
  anchor?: string;
}

/** Product rows of the home page in their order, with their titles there. */
export const homeRows: readonly HomeRow[] = [
  homeRow("meat", "Meat and Sea Food", "meatandSeaFood"),
  homeRow("fruits", "Fruits and Vegetables"),
  homeRow("drinks", "Drinks and Beverages"),
  homeRow("condiments", "Condiments"),
  homeRow("beauty", "Beauty & Household"),
  homeRow("grains", "Grain Flour & Cereal"),
  homeRow("snacks", "Snacks & Confectionaries"),
];

function homeRow(prefix: CategoryPrefix, title: string, anchor?: string): HomeRow {
  return { category: getCategory(prefix), title, ...(anchor ? { anchor } : {}) };
}
