import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

type DeliveryType = "pickup" | "delivery";

/**
 * Returns the next windows with free capacity; null while they load, an empty list on failure.
 * @param type null if no time is chosen
 * @param occasion loads the windows again when it changes
 */
export function useWindows(type: DeliveryType | null, maxCount: number, occasion: unknown = null): TimeWindow[] | null {
  const key = type && JSON.stringify([type, maxCount, occasion]);
  const result = useTypedQuery(key, () => requestWindows(type, maxCount), 0);
  // Offers no windows while they load again, because earlier ones may be full by now.
  if (result === null || result.key !== key) return null;
  return "data" in result ? result.data : [];
}

async function requestWindows(type: DeliveryType | null, maxCount: number): Promise<TimeWindow[]> {
  if (type === null) return [];
  const [{ getBrowserData }, { listWindows }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("./delivery-queries.ts"),
  ]);
  return listWindows(getBrowserData(), type, maxCount);
}
