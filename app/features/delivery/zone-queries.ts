import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { checkWrite } from "#app/platform/changed-rows.ts";
import { readRows } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { type FieldLabels, saveMerged } from "#app/ui/save-merged.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { ZONE_COLUMNS, type Zone, type ZoneDraft, zoneDraft, zoneRow } from "./zone-draft.ts";

/** Lists the zones in order of precedence: lists before radii, small radii before large ones. */
export async function listZones(data: BrowserData): Promise<Zone[]> {
  const rows = await readRows(["delivery-zones"], () =>
    data.rest.from("delivery_zones").select(ZONE_COLUMNS).order("max_miles", { nullsFirst: true }).order("id"),
  );
  return rows.map((row) => camelCased(row, "fee", "free_from", "min_order"));
}

/** Creates a zone, or saves the changes of one. @throws when it could not be saved */
export async function saveZone(data: BrowserData, zone: Zone | null, draft: ZoneDraft): Promise<void> {
  const answer =
    zone === null
      ? await data.rest.from("delivery_zones").insert(zoneRow(draft))
      : await saveMerged({
          before: zoneRow(zoneDraft(zone)),
          mine: zoneRow(draft),
          subject: t("This zone"),
          labels: zoneLabels(),
          write: rowWriter(data, "delivery_zones", { id: zone.id }, [["zips", "max_miles"]]),
        });
  checkWrite(answer);
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
