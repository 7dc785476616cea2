import { useEffect, useEffectEvent, useState } from "react";
import { type ZipAnswer, zipFrom } from "./zip-answer.ts";

/** Result for the typed ZIP code; null until it has five digits and the response has arrived. */
export type ZipLookup = { zip: string; answer: ZipAnswer | null } | null;

/**
 * Requests delivery terms once the ZIP code has five digits.
 * @param onCity called with the city if the store delivers there
 */
export function useZipAnswer(typed: string, onCity: (city: string) => void): ZipLookup {
  const zip = zipFrom(typed);
  const [lookup, setLookup] = useState<ZipLookup>(null);
  const suggestCity = useEffectEvent(onCity);
  useEffect(() => {
    if (zip === null) return;
    let isCurrent = true;
    lookUpZip(zip).then(
      (answer) => {
        if (!isCurrent) return;
        setLookup({ zip, answer });
        if (answer.city !== null && answer.outcome !== "pickup_only") suggestCity(answer.city);
      },
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setLookup({ zip, answer: null });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [zip]);
  return lookup?.zip === zip ? lookup : null;
}

async function lookUpZip(zip: string): Promise<ZipAnswer> {
  const [{ getBrowserData }, { checkZip }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("./delivery-queries.ts"),
  ]);
  return checkZip(getBrowserData(), zip);
}
