import { readStored, writeStored } from "#app/values/device-storage.ts";
import { parsedJson, storedText } from "#app/values/unknown-value.ts";

/** Recent searches are stored on the device only, and are not sent to the server. */
const KEY = "recentSearches";
const MAX_SEARCHES = 5;
const MAX_CHARACTERS = 100;

/** Returns the recent searches, newest first. */
export function recentSearches(): readonly string[] {
  return recentFrom(readStored(KEY));
}

export function saveRecentSearch(words: string): void {
  writeStored(KEY, JSON.stringify(withRecent(recentSearches(), words)));
}

export function forgetSearches(): void {
  writeStored(KEY, null);
}

/** Parses recent searches. Anyone can edit localStorage, so they are validated. */
export function recentFrom(text: string | null): readonly string[] {
  const stored = parsedJson(text);
  if (!Array.isArray(stored)) return [];
  const words = stored.map((each) => storedText(each, MAX_CHARACTERS)).filter((each) => each.trim() !== "");
  return [...new Set(words)].slice(0, MAX_SEARCHES);
}

export function withRecent(recent: readonly string[], words: string): readonly string[] {
  return [words, ...recent.filter((each) => each !== words)].slice(0, MAX_SEARCHES);
}
