import type { Database } from "@calabash/data-service/database";
import type { ShopData } from "#server/platform/shop-data.ts";
import { knownShopRecord } from "#server/platform/shop-record.ts";
import { backupFolder, type Environment } from "#server/settings/environment.ts";
import { openBucket } from "./bucket.ts";
import { createBucketCopies } from "./bucket-copies.ts";
import { makeBackup } from "./make-backup.ts";
import { createNightlyBackups, type NightlyBackups } from "./nightly-backups.ts";
import { createShopBackups, type ShopBackups } from "./shop-backups.ts";

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
  const make = () => makeBackup({ databaseUrl: adminUrl, dataDir: environment.dataDir, folder });
  const raiseAlert = (message: string) =>
    Promise.resolve(
      data.service.rpc("raise_alert", { kind: "backup_fails", order_id: null, message }).throwOnError(),
    );
  const { backupBucket } = environment;
  const copies =
    backupBucket && createBucketCopies({ folder, bucket: openBucket(backupBucket), raiseAlert, logError });
  const readTimeZone = async () => (await knownShopRecord(data)).timeZone;
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
