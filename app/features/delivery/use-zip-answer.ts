import { useEffect, useEffectEvent, useState } from "react";
import { type ZipAnswer, zipFrom } from "./zip-answer.ts";

/** Result for the typed ZIP code; null until it has five digits and the response has arrived. */
export type AskedZip = { zip: string; answer: ZipAnswer | null } | null;

/**
 * Requests delivery terms once there are five digits.
 * @param onCity called with the town if the store delivers there
 */
export function useZipAnswer(typed: string, onCity: (city: string) => void): AskedZip {
  const zip = zipFrom(typed);
  const [asked, setAsked] = useState<AskedZip>(null);
  const suggestCity = useEffectEvent(onCity);
  useEffect(() => {
    if (zip === null) return;
    let isWanted = true;
    askZip(zip).then(
      (answer) => {
        if (!isWanted) return;
        setAsked({ zip, answer });
        if (answer.city !== null && answer.outcome !== "pickup_only") suggestCity(answer.city);
      },
      (error: unknown) => {
        console.error(error);
        if (isWanted) setAsked({ zip, answer: null });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [zip]);
  return asked?.zip === zip ? asked : null;
}

async function askZip(zip: string): Promise<ZipAnswer> {
  const [{ getBrowserData }, { checkZip }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("./delivery-queries.ts"),
  ]);
  return checkZip(getBrowserData(), zip);
}
