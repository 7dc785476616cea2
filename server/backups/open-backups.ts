import { hostname } from "node:os";
import { backupFolder } from "#server/base/environment.ts";
import type { Base } from "#server/database/open-base.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { openBucket } from "./bucket.ts";
import { createBackup } from "./create-backup.ts";
import { createNightClaims } from "./night-claims.ts";
import { createNightlyBackups } from "./nightly-backups.ts";
import { createShopBackups, type ShopBackups } from "./shop-backups.ts";
import { listBackups } from "./stored-backups.ts";
import { createBackupUploads } from "./upload-backups.ts";

export interface OpenBackups {
  /** Backups for the owner's page. */
  shop: ShopBackups;
  /** Returns the age of the newest complete backup in seconds; null without one. */
  readAge(): Promise<number | null>;
  /**
   * Starts nightly backups, if configured. Closing the store aborts a running upload and waits for the current backup.
   */
  start(): void;
}

/**
 * Opens backups. Each backup uses a connection with the owner's permissions while it runs.
 * @returns null with a hosted project
 */
export function openBackups(base: Base): OpenBackups | null {
  const { environment, database, data, running } = base;
  if (!database) return null;
  const logError = base.logErrorOf("backup");
  const folder = backupFolder(environment);
  const bucketFiles = environment.imageBucket && base.files;
  const make = () =>
    createBackup({
      databaseUrl: database.currentUrl(),
      dataDir: environment.dataDir,
      bucketFiles,
      folder,
      hasKeysSecret: environment.keysSecret !== null,
    });
  const raiseAlert = (message: string) =>
    Promise.resolve(data.service.rpc("raise_alert", { kind: "backup_fails", order_id: null, message }).throwOnError());
  const { backupBucket } = environment;
  const copies =
    backupBucket && createBackupUploads({ folder, bucket: openBucket(backupBucket), raiseAlert, logError });
  const readTimeZone = async () => (await lastKnownStoreSettings(data)).timeZone;
  const nights = createNightlyBackups({
    folder,
    make,
    copies,
    readTimeZone,
    raiseAlert,
    logError,
    claims: createNightClaims(database.currentUrl, `${hostname()} ${environment.dataDir}`),
    hasFiles: async () => environment.databaseUrl === undefined || (await base.files.list()).length > 0,
  });
  return {
    shop: createShopBackups({ folder, make, copies }),
    readAge: async () => {
      const newest = (await listBackups(folder)).find(({ isComplete }) => isComplete);
      return newest ? (Date.now() - newest.madeAt.getTime()) / 1000 : null;
    },
    start: () => {
      running.add(async () => {
        copies?.close();
        await nights.stop();
      });
      if (environment.hasNightlyBackups) nights.start();
    },
  };
}
