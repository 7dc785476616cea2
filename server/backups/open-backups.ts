import type { Database } from "@calabash/data-service/database";
import { backupFolder, type Environment } from "#server/settings/environment.ts";
import type { ShopData } from "#server/settings/shop-data.ts";
import { lastKnownStoreSettings } from "#server/settings/store-settings.ts";
import { openBucket } from "./bucket.ts";
import { createBackup } from "./create-backup.ts";
import { createNightlyBackups, type NightlyBackups } from "./nightly-backups.ts";
import { createShopBackups, type ShopBackups } from "./shop-backups.ts";
import { createBackupUploads } from "./upload-backups.ts";

/** The backups of a shop whose database is its own. */
export interface OpenBackups {
  nights: NightlyBackups;
  /** For the owner's page. */
  shop: ShopBackups;
  /** After the one that is being made; what is on its way to the bucket is let go. */
  close(): Promise<void>;
}

/** A backup has a connection of its own with the owner's rights, for as long as it takes. */
export function openBackups(
  environment: Environment,
  { adminUrl }: Database,
  data: ShopData,
  logError: (error: unknown) => void,
): OpenBackups {
  const folder = backupFolder(environment);
  const make = () => createBackup({ databaseUrl: adminUrl, dataDir: environment.dataDir, folder });
  const raiseAlert = (message: string) =>
    Promise.resolve(
      data.service.rpc("raise_alert", { kind: "backup_fails", order_id: null, message }).throwOnError(),
    );
  const { backupBucket } = environment;
  const copies =
    backupBucket && createBackupUploads({ folder, bucket: openBucket(backupBucket), raiseAlert, logError });
  const readTimeZone = async () => (await lastKnownStoreSettings(data)).timeZone;
  const nights = createNightlyBackups({ folder, make, copies, readTimeZone, raiseAlert, logError });
  return {
    nights,
    shop: createShopBackups({ folder, make, copies }),
    close: async () => {
      copies?.close();
      await nights.stop();
    },
  };
}
