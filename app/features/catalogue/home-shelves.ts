import { type Category, type CategoryPrefix, getCategory } from "./categories.ts";

export interface HomeShelf {
  category: Category;
  title: string;
  /** The anchor that a hero button goes to. */
  anchor?: string;
}

/** Product rows of the home page in their order, with their titles there. */
export const homeShelves: readonly HomeShelf[] = [
  shelf("meat", "Meat and Sea Food", "meatandSeaFood"),
  shelf("fruits", "Fruits and Vegetables"),
  shelf("drinks", "Drinks and Beverages"),
  shelf("condiments", "Condiments"),
  shelf("beauty", "Beauty & Household"),
  shelf("grains", "Grain Flour & Cereal"),
  shelf("snacks", "Snacks & Confectionaries"),
];

function shelf(prefix: CategoryPrefix, title: string, anchor?: string): HomeShelf {
  return { category: getCategory(prefix), title, ...(anchor ? { anchor } : {}) };
}
