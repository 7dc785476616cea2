export const SEARCH_PATH = "/search";
/** Long enough for any search; the database reads no more. */
export const MOST_SIGNS = 100;

/**
 * Normalizes a search, so that equal searches share a cached page: lower case, no accents, single spaces, at most 100
 * characters; null if nothing is left.
 */
export function searchWords(typed: string): string | null {
  const plain = typed
    .slice(0, 10 * MOST_SIGNS)
    .normalize("NFD")
    // Marks of other scripts are vowels. The database folds the rest (`private.fold_text`).
    .replaceAll(/[\u0300-\u036f\p{Cf}]+/gu, "")
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim();
  return [...plain].slice(0, MOST_SIGNS).join("").trim() || null;
}

/** Spelt as a browser sends the form, so that it is the same kept page. */
export function searchAddress(words: string): string {
  return `${SEARCH_PATH}?${new URLSearchParams({ q: words })}`;
}
