/** Recent searches are stored on the device only, and are not sent to the server. */
const KEY = "recentSearches";
const MAX_SEARCHES = 5;
const MAX_CHARACTERS = 100;

/** Returns the recent searches, newest first. */
export function recentSearches(): readonly string[] {
  try {
    return recentFrom(localStorage.getItem(KEY));
  } catch {
    // Storage is blocked: there are no recent searches.
    return [];
  }
}

export function saveRecentSearch(words: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(recentSearches(), words)));
  } catch {
    // Storage is full or blocked: the search is not saved.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}

/** Parses recent searches. Anyone can edit localStorage, so they are validated. */
export function recentFrom(text: string | null): readonly string[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(stored)) return [];
    const words = stored.filter((each): each is string => typeof each === "string" && each.trim() !== "");
    return [...new Set(words.map((each) => each.slice(0, MAX_CHARACTERS)))].slice(0, MAX_SEARCHES);
  } catch {
    return [];
  }
}

export function withRecent(recent: readonly string[], words: string): readonly string[] {
  return [words, ...recent.filter((each) => each !== words)].slice(0, MAX_SEARCHES);
}
