import type { Database } from "#data-service/database/open-database.ts";
import type { ShopData } from "#server/platform/shop-data.ts";
import { knownShopRecord } from "#server/platform/shop-record.ts";
import { backupFolder, type Environment } from "#server/settings/environment.ts";
import { makeBackup } from "./make-backup.ts";
import { createNightlyBackups, type NightlyBackups } from "./nightly-backups.ts";
import { createShopBackups, type ShopBackups } from "./shop-backups.ts";

/** The nights of this shop. A backup has a connection of its own with the owner's rights, for as long as it takes. */
export function openBackups(
  environment: Environment,
  database: Database,
  data: ShopData,
  logError: (error: unknown) => void,
): NightlyBackups {
  return createNightlyBackups({
    ...placeOf(environment, database),
    readTimeZone: async () => (await knownShopRecord(data)).timeZone,
    raiseAlert: (message) =>
      Promise.resolve(
        data.service.rpc("raise_alert", { kind: "backup_fails", order_id: null, message }).throwOnError(),
      ),
    logError,
  });
}

/** The same backups, for the owner's page. */
export function backupsOf(environment: Environment, database: Database): ShopBackups {
  return createShopBackups(placeOf(environment, database));
}

function placeOf(environment: Environment, { adminUrl }: Database) {
  const folder = backupFolder(environment);
  return {
    folder,
    make: () => makeBackup({ databaseUrl: adminUrl, dataDir: environment.dataDir, folder }),
  };
}
