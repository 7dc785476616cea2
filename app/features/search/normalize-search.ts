export const SEARCH_PATH = "/search";
/** Maximum length of a search, also in the database. */
export const MAX_SEARCH_CHARACTERS = 100;

/**
 * Normalizes a search, so that equal searches share a cached page: lower case, no accents, single spaces, at most 100
 * characters; null if nothing is left.
 */
export function normalizeSearch(typed: string): string | null {
  const plain = typed
    .slice(0, 10 * MAX_SEARCH_CHARACTERS)
    .normalize("NFD")
    // Remove Latin accents only, because combining marks of other scripts can be vowels. The database folds the rest
    // (`private.fold_text`).
    .replaceAll(/[\u0300-\u036f\p{Cf}]+/gu, "")
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim();
  return [...plain].slice(0, MAX_SEARCH_CHARACTERS).join("").trim() || null;
}

/** Encodes the query like a browser does when it submits the form, so that both URLs share a cached page. */
export function searchAddress(words: string): string {
  return `${SEARCH_PATH}?${new URLSearchParams({ q: words })}`;
}
