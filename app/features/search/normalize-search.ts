export const SEARCH_PATH = "/search";
/** Long enough for any search; the database reads no more. */
export const MAX_SEARCH_CHARACTERS = 100;

/**
 * Normalizes a search, so that equal searches share a cached page: lower case, no accents, single spaces, at most 100
 * characters; null if nothing is left.
 */
export function normalizeSearch(typed: string): string | null {
  const plain = typed
    .slice(0, 10 * MAX_SEARCH_CHARACTERS)
    .normalize("NFD")
    // Marks of other scripts are vowels. The database folds the rest (`private.fold_text`).
    .replaceAll(/[\u0300-\u036f\p{Cf}]+/gu, "")
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim();
  return [...plain].slice(0, MAX_SEARCH_CHARACTERS).join("").trim() || null;
}

/** Spelt as a browser sends the form, so that it is the same kept page. */
export function searchAddress(words: string): string {
  return `${SEARCH_PATH}?${new URLSearchParams({ q: words })}`;
}
