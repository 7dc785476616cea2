import {
  type StoreSettings,
  type StoreSettingsRow,
  storeSettingsColumns,
  storeSettingsFromRow,
} from "#app/features/store/store-settings.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { changedColumns, type SettingsDraft, settingsDraft, settingsRow } from "./settings-draft.ts";

/** The database does not know the time zone. Browsers accept some that it does not. */
export class UnknownTimeZoneError extends Error {}

/**
 * Saves only the changed columns, so that two people do not overwrite each other's changes.
 * @returns the current settings
 * @throws when they could not be saved
 */
export async function saveStoreSettings(
  data: BrowserData,
  before: StoreSettings,
  draft: SettingsDraft,
): Promise<StoreSettings> {
  const changes = changedColumns(settingsRow(settingsDraft(before)), settingsRow(draft));
  if (Object.keys(changes).length === 0) return before;
  const answer = await data.rest
    .from("store_settings")
    .update(changes)
    .eq("id", true)
    .select<string, StoreSettingsRow>(storeSettingsColumns())
    .single();
  if (answer.error) {
    if (answer.error.hint === "time_zone") throw new UnknownTimeZoneError(answer.error.message);
    throw new Error(answer.error.message, { cause: answer.error });
  }
  return storeSettingsFromRow(answer.data);
}
