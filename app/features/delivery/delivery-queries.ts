import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readRows } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import type { TimeWindow } from "#app/values/window-text.ts";

/**
 * Returns whether and at what fee the store delivers to a ZIP code.
 * @param zip five digits
 * @throws when the request fails
 */
export async function checkZip(data: BrowserData, zip: string) {
  const row = await readRow(["zip", zip], () => data.rest.rpc("check_delivery", { zip }).single());
  if (!row) throw new Error("The server returned no result for the ZIP code.");
  return {
    zip,
    /** Null for an unknown ZIP code, like the state and the miles. */
    city: row.city,
    /** USPS code. */
    state: row.state,
    /** Straight-line distance from the store to the ZIP code's centroid. */
    miles: row.miles,
    /**
     * delivered: for the fee, or free above a minimum; contact: the team will contact the customer; pickup_only: no
     * delivery there; unknown: the ZIP code does not exist.
     */
    outcome: row.outcome as "delivered" | "contact" | "pickup_only" | "unknown",
    /** If null, the team contacts the customer about orders below `freeFromCents`. */
    feeCents: centsFrom(row.fee),
    /** Null if delivery is never free. */
    freeFromCents: centsFrom(row.free_from),
    minOrderCents: centsFrom(row.min_order),
    /** The zone closest to a ZIP code outside of all zones, with the distance to it; otherwise null. */
    nearestZone:
      row.nearest_zone === null || row.nearest_zone_miles === null
        ? null
        : { name: row.nearest_zone, miles: row.nearest_zone_miles },
  };
}

/** Returns the next windows with free capacity. @throws when the request fails */
export async function listWindows(
  data: BrowserData,
  type: "pickup" | "delivery",
  maxCount: number,
): Promise<TimeWindow[]> {
  const rows = await readRows(["windows", type, maxCount], () =>
    data.rest.rpc("list_windows", { delivery_type: type, max_count: maxCount }),
  );
  return rows.map((row) => ({ startsAt: row.starts_at, endsAt: row.ends_at }));
}
