import { currentLocale } from "./current-locale.ts";
import { LANGUAGES } from "./locales.ts";

/**
 * Returns "yam, okra, and fufu" in the current language. Haitian Creole has its own rule, because the browsers' data
 * lacks it.
 */
export function listText(names: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  const locale = currentLocale();
  if (locale !== "ht") return new Intl.ListFormat(LANGUAGES[locale].intl, { type }).format(names);
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return `${names.slice(0, -1).join(", ")} ${type === "conjunction" ? "ak" : "oswa"} ${last}`;
}
