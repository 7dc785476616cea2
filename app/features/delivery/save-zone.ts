import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedRows } from "#app/platform/changed-rows.ts";
import { type ZoneDraft, zoneRow } from "./zone-draft.ts";

/**
 * Creates or updates a zone.
 * @returns the message on failure, null on success
 */
export async function saveZone(data: BrowserData, id: number | null, draft: ZoneDraft): Promise<string | null> {
  const table = data.rest.from("delivery_zones");
  const row = zoneRow(draft);
  const answer = await (id === null ? table.insert(row).select("id") : table.update(row).eq("id", id).select("id"));
  if (answer.error) throw new Error(answer.error.message, { cause: answer.error });
  return answer.data.length > 0 ? null : t("This zone no longer exists. Reload the page.");
}

export async function removeZone(data: BrowserData, id: number): Promise<void> {
  changedRows(await data.rest.from("delivery_zones").delete().eq("id", id).select("id"), t("This zone"));
}
