import { t } from "#app/messages/t.ts";

/** Maximum number of words, as in the database. */
const MAX_WORDS = 30;
const MAX_CHARACTERS = 1000;

/** Returns the words of "okra, okro, lady's finger" without duplicates. */
export function synonymWords(typed: string): string[] {
  const words = typed.split(",").map((word) => word.trim().replaceAll(/\s+/g, " "));
  return [...new Set(words.filter((word) => word !== ""))];
}

/** Returns the error message for invalid words; undefined if they are valid. */
export function synonymProblem(words: readonly string[]): string | undefined {
  if (words.length < 2) return t("Enter at least two words, separated by commas");
  if (words.length > MAX_WORDS) return t("{count} words at most", { count: MAX_WORDS });
  return words.join(",").length > MAX_CHARACTERS ? t("These words are too long in total") : undefined;
}
