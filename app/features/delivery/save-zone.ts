import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { type FieldLabels, saveMerged } from "#app/ui/save-merged.ts";
import { type Zone, type ZoneDraft, zoneDraft, zoneRow } from "./zone-draft.ts";

/**
 * Creates a zone, or saves the changes of one.
 * @throws when it could not be saved
 */
export async function saveZone(data: BrowserData, zone: Zone | null, draft: ZoneDraft): Promise<void> {
  const { error } =
    zone === null
      ? await data.rest.from("delivery_zones").insert(zoneRow(draft))
      : await saveMerged({
          before: zoneRow(zoneDraft(zone)),
          mine: zoneRow(draft),
          subject: t("This zone"),
          labels: zoneLabels(),
          write: rowWriter(data, "delivery_zones", { id: zone.id }, [["zips", "max_miles"]]),
        });
  if (error) throw new Error(error.message, { cause: error });
}

function zoneLabels(): FieldLabels<ReturnType<typeof zoneRow>> {
  return {
    name: t("Zone name"),
    max_miles: t("Radius in miles"),
    zips: t("Or these ZIP codes"),
    fee: t("Fee in dollars"),
    free_from: t("Free from, in dollars"),
    min_order: t("Minimum order in dollars"),
  };
}

export async function removeZone(data: BrowserData, id: number): Promise<void> {
  changedRows(await data.rest.from("delivery_zones").delete().eq("id", id).select("id"), t("This zone"));
}
