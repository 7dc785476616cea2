import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { type ZipAnswer, zipFrom } from "./zip-answer.ts";

/** Result for the typed ZIP code; null until it has five digits and the response has arrived. */
export type ZipLookup = { zip: string; answer: ZipAnswer | null } | null;

/**
 * Requests delivery terms once the ZIP code has five digits.
 * @param onAnswer called with each response
 */
export function useZipAnswer(typed: string, onAnswer?: ((answer: ZipAnswer) => void) | undefined): ZipLookup {
  const zip = zipFrom(typed);
  const result = useTypedQuery(zip, () => lookUpZip(zip ?? ""), 0, onAnswer);
  if (result === null || result.key !== zip) return null;
  return { zip, answer: "data" in result ? result.data : null };
}

/**
 * Returns whether what a ZIP code suggests may fill in a field: it is empty or has an earlier suggestion, and nobody
 * types in it.
 */
export function takesSuggestion(field: string, value: string, earlier = ""): boolean {
  return (value === "" || value === earlier) && document.activeElement?.getAttribute("name") !== field;
}

async function lookUpZip(zip: string): Promise<ZipAnswer> {
  const [{ getBrowserData }, { checkZip }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("./delivery-queries.ts"),
  ]);
  return checkZip(getBrowserData(), zip);
}
