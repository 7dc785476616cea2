import type { Allergen, Product, StorageKind } from "./product.ts";

export const STORAGE: Record<StorageKind, string> = {
  shelf: "At room temperature",
  chilled: "Chilled",
  frozen: "Frozen",
};

export const ALLERGEN_NAMES: Record<Allergen, string> = {
  milk: "milk",
  egg: "egg",
  fish: "fish",
  crustacean_shellfish: "crustacean shellfish",
  tree_nut: "tree nuts",
  peanut: "peanut",
  wheat: "wheat",
  soy: "soy",
  sesame: "sesame",
};

export const HEAT = ["Mild", "Medium", "Hot", "Very hot", "Extremely hot"];

/** Returns the known attributes of a product, as names and texts. */
export function listAttributes(product: Product): { name: string; text: string }[] {
  const facts: [name: string, text: string | undefined][] = [
    ["Also called", product.alsoCalled],
    ["Storage", product.storage ? STORAGE[product.storage] : ""],
    ["Origin", product.origin],
    ["Ingredients", product.ingredients],
    ["Heat", product.heatLevel === null ? "" : HEAT[product.heatLevel - 1]],
    ["Material", product.fibre],
    ["Care", product.care],
  ];
  return facts.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}
