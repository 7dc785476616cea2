import { useEffect, useState } from "react";
import { type FoundSuggestions, readSuggestions } from "./suggestions.ts";

/** Shorter than the pause between typed keys, longer than the repeat interval of a held key. */
const PAUSE_MS = 40;

/**
 * Returns suggestions for the words. Keeps the last ones until the next response arrives, and drops outdated responses.
 */
export function useSuggestions(words: string | null): FoundSuggestions | null {
  const [found, setFound] = useState<FoundSuggestions | null>(null);
  useEffect(() => {
    if (words === null) return setFound(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      readSuggestions(words).then(
        (answer) => isCurrent && setFound(answer),
        // The form still works without suggestions, or shows an error itself.
        () => isCurrent && setFound(null),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [words]);
  return found;
}
