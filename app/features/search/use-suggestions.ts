import { useEffect, useState } from "react";
import { type FoundSuggestions, readSuggestions } from "./suggestions.ts";

/** Shorter than a typed key, longer than the repeat of a held one. */
const PAUSE_MS = 40;

/** Until the next answer has come the last one stays; one that comes too late is dropped. */
export function useSuggestions(words: string | null): FoundSuggestions | null {
  const [found, setFound] = useState<FoundSuggestions | null>(null);
  useEffect(() => {
    if (words === null) return setFound(null);
    let isWanted = true;
    const timer = setTimeout(() => {
      readSuggestions(words).then(
        (answer) => isWanted && setFound(answer),
        // The form still works, or shows why not.
        () => isWanted && setFound(null),
      );
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [words]);
  return found;
}
