import { StartError } from "@calabash/data-service/start-error";
import { openBucket } from "#server/backups/bucket.ts";
import { createBackup, IncompleteBackup } from "#server/backups/create-backup.ts";
import { removeOldBackups } from "#server/backups/stored-backups.ts";
import { createBackupUploads } from "#server/backups/upload-backups.ts";
import { backupFolder } from "#server/base/environment.ts";
import { openImageBucket } from "#server/files/image-bucket.ts";
import { runTool } from "./run-tool.ts";
import { withShop } from "./with-shop.ts";

/**
 * `npm run backup`: backs up the store to one file, uploads it to the bucket, and deletes old backups. The store may be
 * open.
 */
await runTool(async () => {
  await withShop(async (shop) => {
    const folder = backupFolder(shop.environment);
    let incomplete: IncompleteBackup | null = null;
    try {
      const { file, bytes, rows, files, hasKeys } = await createBackup({
        databaseUrl: shop.databaseUrl,
        dataDir: shop.environment.dataDir,
        bucketFiles: shop.environment.imageBucket && openImageBucket(shop.environment.imageBucket),
        folder,
        hasKeysSecret: shop.environment.keysSecret !== null,
      });
      console.log(`${file}: ${rows} rows and ${files} stored files in ${(bytes / 1e6).toFixed(1)} MB.`);
      console.log(
        hasKeys
          ? "It contains accounts, orders, and keys. Keep a copy in another place that only you can read."
          : "It contains accounts and orders, but not the keys of SHOP_KEYS. Keep a copy of both, in separate places.",
      );
      const removed = await removeOldBackups(folder);
      if (removed.length > 0) console.log(`Deleted ${removed.length} old backups: ${removed.join(", ")}.`);
    } catch (error) {
      if (!(error instanceof IncompleteBackup)) throw error;
      incomplete = error;
    }
    const { backupBucket } = shop.environment;
    if (backupBucket) {
      const copies = createBackupUploads({
        folder,
        bucket: openBucket(backupBucket),
        raiseAlert: (message) => shop.sql`select public.raise_alert('backup_fails', null, ${message})`,
        logError: () => undefined,
      });
      const problem = await copies.send();
      if (problem !== null) {
        throw new StartError(
          `The upload failed. ${problem}`,
          "Run npm run doctor. The next backup retries the upload.",
        );
      }
      console.log(`Uploaded to the bucket ${copies.place}.`);
    }
    if (incomplete) throw incomplete;
  }, "it makes its own backups (Database › Backups in its dashboard).");
});
