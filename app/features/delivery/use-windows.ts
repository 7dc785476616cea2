import { useEffect, useState } from "react";
import type { BrowserData } from "#app/platform/browser-data.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

type DeliveryType = "pickup" | "delivery";

/**
 * Returns the next windows with free capacity; null while they load, an empty list on failure.
 * @param type null if no time is chosen
 * @param occasion loads the windows again when it changes
 */
export function useWindows(type: DeliveryType | null, maxCount: number, occasion: unknown = null): TimeWindow[] | null {
  const [loaded, setLoaded] = useState<{ key: string; windows: TimeWindow[] } | null>(null);
  const key = JSON.stringify([type, maxCount, occasion]);
  // Reads from the server. `useTypedQuery` would add its error texts to the first load of public pages.
  useEffect(() => {
    const [deliveryType, count]: [DeliveryType | null, number] = JSON.parse(key);
    if (deliveryType === null) return;
    let isCurrent = true;
    requestWindows(deliveryType, count).then(
      (windows) => isCurrent && setLoaded({ key, windows }),
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setLoaded({ key, windows: [] });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  // Offers no windows while they load again, because earlier ones may be full by now.
  return type !== null && loaded?.key === key ? loaded.windows : null;
}

async function requestWindows(type: DeliveryType, maxCount: number): Promise<TimeWindow[]> {
  const [{ getBrowserData }, { listWindows }] = await Promise.all([
    import("#app/platform/browser-data.ts"),
    import("./delivery-queries.ts"),
  ]);
  return listWindows(getBrowserData(), type, maxCount);
}

/**
 * Moves the customer's own order to another window, as long as it is not being prepared.
 * @returns the message on failure, null on success
 * @throws when the request fails
 */
export async function setOrderWindow(data: BrowserData, orderId: string, startsAt: string): Promise<string | null> {
  const { error } = await data.rest.rpc("set_order_window", {
    order_id: orderId,
    starts_at: startsAt || null,
  });
  if (!error) return null;
  // Messages of our own database functions are written for users.
  if (/^PT4|^22023$/.test(error.code)) return error.message;
  throw new Error(error.message, { cause: error });
}
