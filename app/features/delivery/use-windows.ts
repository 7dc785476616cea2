import { useEffect, useState } from "react";
import type { TimeWindow } from "#app/values/window-text.ts";

type DeliveryType = "pickup" | "delivery";

/**
 * Returns the next windows with free capacity; null while they load, and after a failure.
 * @param type null if no time is chosen
 * @param occasion loads the windows again when it changes
 */
export function useWindows(
  type: DeliveryType | null,
  maxCount: number,
  occasion: unknown = null,
): { windows: TimeWindow[] | null; hasFailed: boolean; retry: () => void } {
  const [attempt, setAttempt] = useState(1);
  const [loaded, setLoaded] = useState<{ key: string; windows: TimeWindow[] | null } | null>(null);
  const key = JSON.stringify([type, maxCount, occasion, attempt]);
  // Reads from the server. `useTypedQuery` would add its error texts to the first load of public pages.
  useEffect(() => {
    const [deliveryType, count]: [DeliveryType | null, number] = JSON.parse(key);
    if (deliveryType === null) return;
    let isCurrent = true;
    requestWindows(deliveryType, count).then(
      (windows) => isCurrent && setLoaded({ key, windows }),
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setLoaded({ key, windows: null });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  // Offers no windows while they load again, because earlier ones may be full by now.
  const windows = type !== null && loaded?.key === key ? loaded.windows : null;
  return { windows, hasFailed: windows === null && loaded?.key === key, retry: () => setAttempt(attempt + 1) };
}

async function requestWindows(type: DeliveryType, maxCount: number): Promise<TimeWindow[]> {
  const [{ getBrowserData }, { listWindows }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("./delivery-queries.ts"),
  ]);
  return listWindows(getBrowserData(), type, maxCount);
}
