import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import type { Zone } from "./zone-draft.ts";

/** Lists the zones in order of precedence: lists before radii, small radii before large ones. */
export async function listZones(data: BrowserData): Promise<Zone[]> {
  const rows = await readWithRetries(["delivery-zones"], async () =>
    rowsOf(
      await data.rest
        .from("delivery_zones")
        .select("id,name,zips,max_miles,fee,free_from,min_order")
        .order("max_miles", { nullsFirst: true })
        .order("id"),
    ),
  );
  return (rows ?? []).map((row) => ({
    id: row.id,
    name: row.name,
    zips: row.zips,
    maxMiles: row.max_miles,
    feeCents: row.fee === null ? null : centsFrom(row.fee),
    freeFromCents: row.free_from === null ? null : centsFrom(row.free_from),
    minOrderCents: centsFrom(row.min_order),
  }));
}
