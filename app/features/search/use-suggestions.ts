import { useEffect, useState } from "react";
import { type FoundSuggestions, readSuggestions } from "./suggestions.ts";

/** Shorter than a typed key, longer than the repeat of a held one. */
const PAUSE_MS = 40;

/** Until the next answer has come the last one stays; one that comes too late is dropped. */
export function useSuggestions(words: string | null): FoundSuggestions | null {
  const [found, setFound] = useState<FoundSuggestions | null>(null);
  useEffect(() => {
    if (words === null) return setFound(null);
    let isCurrent = true;
    const timer = setTimeout(() => {
      readSuggestions(words).then(
        (answer) => isCurrent && setFound(answer),
        // The form still works, or shows why not.
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
