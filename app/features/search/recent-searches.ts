/** Stays on the device; recent searches are not sent. */
const KEY = "recentSearches";
const MAX_SEARCHES = 5;
const MAX_CHARACTERS = 100;

/** The newest first. */
export function recentSearches(): readonly string[] {
  try {
    return recentFrom(localStorage.getItem(KEY));
  } catch {
    // Storage is blocked: nothing is remembered.
    return [];
  }
}

export function saveRecentSearch(words: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(recentSearches(), words)));
  } catch {
    // Full or blocked: it is not remembered.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked: there is nothing to forget.
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
