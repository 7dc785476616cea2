import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";
import { type Zone, type ZoneDraft, zoneRow } from "./zone-draft.ts";

/** In the order in which they count: lists before radii, small radii before large ones. */
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
    leastOrderCents: centsFrom(row.min_order),
  }));
}

/** Adds or changes a zone. @returns the message on failure, null on success */
export async function saveZone(data: BrowserData, id: number | null, draft: ZoneDraft): Promise<string | null> {
  const table = data.rest.from("delivery_zones");
  const row = zoneRow(draft);
  const answer = await (id === null ? table.insert(row).select("id") : table.update(row).eq("id", id).select("id"));
  if (answer.error) throw new Error(answer.error.message, { cause: answer.error });
  return answer.data.length > 0 ? null : "This zone is no longer there. Load the page again.";
}

export async function removeZone(data: BrowserData, id: number): Promise<void> {
  changedRows(await data.rest.from("delivery_zones").delete().eq("id", id).select("id"), "This zone");
}
