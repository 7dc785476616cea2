import {
  type StoreSettings,
  type StoreSettingsRow,
  storeSettingsColumns,
  storeSettingsFromRow,
} from "#app/features/store/store-settings.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { checkWrite } from "#app/platform/changed-rows.ts";
import { resultOf } from "#app/platform/reads.ts";
import { rowWriter } from "#app/platform/save-changes.ts";
import { saveMerged } from "#app/ui/save-merged.ts";
import { isSameJson, withChanges } from "#app/values/merge-changes.ts";
import { type SettingsDraft, settingLabel, settingsDraft, settingsRow } from "./settings-draft.ts";

/** The database does not know the time zone. Browsers accept some that it does not. */
export class UnknownTimeZoneError extends Error {}

/**
 * Saves the changed columns.
 * @returns the current settings
 * @throws when they could not be saved
 */
export async function saveStoreSettings(
  data: BrowserData,
  before: StoreSettings,
  draft: SettingsDraft,
): Promise<StoreSettings> {
  const write = rowWriter<"store_settings", StoreSettingsRow>(data, "store_settings", { id: true });
  const { error } = await saveMerged({
    before: settingsRow(settingsDraft(before)),
    mine: settingsRow(draft),
    subject: t("This setting"),
    labels: ([column = ""]) => settingLabel(column),
    write: async (mine, expected) => {
      const row = await readRow(data);
      const current = writtenSettings(row);
      // The form shows some columns in another way than they are saved, such as hours without a text.
      if (!isSameJson(current, expected)) return { error: null, current };
      const result = await write(withChanges(row, expected, mine), row);
      return result.current ? { error: null, current: writtenSettings(result.current) } : { error: result.error };
    },
  });
  if (error?.hint === "time_zone") throw new UnknownTimeZoneError(error.message);
  checkWrite({ error });
  return storeSettingsFromRow(await readRow(data));
}

async function readRow(data: BrowserData): Promise<StoreSettingsRow> {
  return resultOf(
    await data.rest.from("store_settings").select<string, StoreSettingsRow>(storeSettingsColumns()).single(),
  );
}

function writtenSettings(row: StoreSettingsRow) {
  return settingsRow(settingsDraft(storeSettingsFromRow(row)));
}
