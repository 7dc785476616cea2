import { useEffect, useState } from "react";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { errorText } from "#app/values/error-text.ts";
import { listReplacements, type ReplacedCounts, type Replacement } from "./replacement-queries.ts";

/** Delay before a search, so that not every keystroke starts one. */
const PAUSE_MS = 200;

export type FoundReplacements =
  | { state: "searching" }
  | { state: "found"; replacements: Replacement[] }
  | { state: "failed"; message: string };

/**
 * Searches replacements again whenever the quantities or the typed text change; responses to outdated searches are
 * dropped.
 */
export function useReplacements(
  lineId: number,
  { quantity, replacementQuantity }: ReplacedCounts,
  typed: string,
): FoundReplacements {
  const [found, setFound] = useState<FoundReplacements>({ state: "searching" });
  useEffect(() => {
    let isCurrent = true;
    setFound({ state: "searching" });
    const timer = setTimeout(() => {
      listReplacements(getBrowserData(), lineId, { quantity, replacementQuantity }, typed.trim()).then(
        (replacements) => isCurrent && setFound({ state: "found", replacements }),
        (error: unknown) => isCurrent && setFound({ state: "failed", message: errorText(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [lineId, quantity, replacementQuantity, typed]);
  return found;
}
