import { t } from "#app/messages/t.ts";
import { langOf } from "#app/values/untranslated.ts";
import type { Allergen, Product, StorageKind } from "./product.ts";

export const STORAGE: Record<StorageKind, () => string> = {
  shelf: () => t("At room temperature"),
  chilled: () => t("Chilled"),
  frozen: () => t("Frozen"),
};

export const ALLERGEN_NAMES: Record<Allergen, () => string> = {
  milk: () => t("milk"),
  egg: () => t("egg"),
  fish: () => t("fish"),
  crustacean_shellfish: () => t("crustacean shellfish"),
  tree_nut: () => t("tree nuts"),
  peanut: () => t("peanut"),
  wheat: () => t("wheat"),
  soy: () => t("soy"),
  sesame: () => t("sesame"),
};

export const HEAT: readonly (() => string)[] = [
  () => t("Mild", {}, "heat"),
  () => t("Medium", {}, "heat"),
  () => t("Hot", {}, "heat"),
  () => t("Very hot", {}, "heat"),
  () => t("Extremely hot", {}, "heat"),
];

/** Returns the known attributes of a product, as name and text, with `lang` if the text is not translated. */
export function listAttributes(product: Product): { name: string; text: string; lang?: "en" }[] {
  const facts: [name: string, text: string | undefined, lang?: "en" | undefined][] = [
    [t("Also called"), product.alsoCalled],
    [t("Storage"), product.storage ? STORAGE[product.storage]() : ""],
    [t("Origin"), product.origin, langOf(product, "origin")],
    [t("Ingredients"), product.ingredients, langOf(product, "ingredients")],
    [t("Heat"), product.heatLevel === null ? "" : HEAT[product.heatLevel - 1]?.()],
    [t("Material"), product.fibre, langOf(product, "fibre")],
    [t("Care"), product.care, langOf(product, "care")],
  ];
  return facts.flatMap(([name, text, lang]) => (text ? [{ name, text, ...(lang ? { lang } : {}) }] : []));
}
