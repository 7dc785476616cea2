import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readRows } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import type { TimeWindow } from "#app/values/window-text.ts";
import type { ZipAnswer } from "./zip-answer.ts";

/**
 * Returns whether and at what fee the store delivers to a ZIP code.
 * @param zip five digits
 * @throws when the request fails
 */
export async function checkZip(data: BrowserData, zip: string): Promise<ZipAnswer> {
  const row = await readRow(["zip", zip], () => data.rest.rpc("check_delivery", { zip }).single());
  if (!row) throw new Error("The server returned no result for the ZIP code.");
  return {
    zip,
    city: row.city,
    state: row.state,
    miles: row.miles,
    outcome: row.outcome as ZipAnswer["outcome"],
    feeCents: centsFrom(row.fee),
    freeFromCents: centsFrom(row.free_from),
    minOrderCents: centsFrom(row.min_order),
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
