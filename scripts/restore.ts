import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { findFolderOwner, hasDatabaseFiles } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { openBucket } from "#server/backups/bucket.ts";
import { downloadBackup } from "#server/backups/download-backup.ts";
import { restoreBackup } from "#server/backups/restore-backup.ts";
import { backupFolder, type Environment, readEnvironment } from "#server/base/environment.ts";
import { keysFileOf, makeDataDir } from "#server/base/keys.ts";
import { BucketError } from "#server/files/s3-connection.ts";
import { runTool } from "./run-tool.ts";

/**
 * `npm run restore -- FILE`, or `s3:NAME` for a backup in the bucket: restores the store from a backup. Asks for
 * confirmation (`--yes` skips it). `--new-keys` restores a store whose keys are lost.
 */
await runTool(async () => {
  const environment = readEnvironment(process.env);
  const { dataDir, keysSecret, databaseUrl, supabase } = environment;
  const flags = ["--yes", "--new-keys"];
  const [name, ...others] = process.argv.slice(2).filter((argument) => !flags.includes(argument));
  if (!name || others.length > 0) {
    throw new StartError(
      "Name a backup.",
      `npm run restore -- FILE (for example, one in ${backupFolder(environment)}) or s3:NAME (s3: alone lists the names).`,
    );
  }
  if (supabase) {
    throw new StartError(
      "The store uses a hosted Supabase project.",
      "Restore it in the project's dashboard, or unset its variables to restore into the embedded database.",
    );
  }
  if (findFolderOwner(dataDir) !== null) {
    throw new StartError("The store is running.", "Stop it first (Ctrl-C in its terminal).");
  }
  // The keys may be in a secret, and the database on another server.
  const hasStore = hasDatabaseFiles(dataDir) || existsSync(keysFileOf(dataDir));
  if (hasStore && !process.argv.includes("--yes")) {
    const isConfirmed = process.stdin.isTTY && (await confirm(dataDir));
    if (!isConfirmed) {
      throw new StartError(
        `Nothing was changed: ${dataDir} already contains a store.`,
        "Add --yes, or answer yes, to replace it with the backup. The current data is moved to a separate folder.",
      );
    }
  }
  const file = name.startsWith("s3:") ? await fromBucket(environment, name.slice(3)) : resolve(name);
  const { manifest, rows, before } = await restoreBackup({
    file,
    dataDir,
    keysSecret,
    databaseUrl,
    makesNewKeys: process.argv.includes("--new-keys"),
    print: console.log,
  });
  console.log(`Restored the store as of ${manifest.madeAt}: ${rows} rows, ${manifest.files} stored files.`);
  if (before) console.log(`The previous data is in ${before}. Delete it once everything works.`);
  if (environment.imageBucket) {
    console.log("The images are in the data folder: npm run images -- to-bucket copies them to the bucket.");
  }
  console.log("Run npm start to open the store.");
});

async function fromBucket(environment: Environment, name: string): Promise<string> {
  if (!environment.backupBucket) {
    throw new StartError("No backup bucket is set.", "Set BACKUP_S3_BUCKET and both of its keys.");
  }
  try {
    const bucket = openBucket(environment.backupBucket);
    makeDataDir(environment.dataDir);
    return await downloadBackup({ bucket, name, folder: backupFolder(environment), print: console.log });
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    throw new StartError(error.message, "Run npm run doctor to check the bucket.");
  }
}

async function confirm(dataDir: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `Replace the store in ${dataDir} with the backup? The current data is moved to a separate folder. (yes/no) `,
  );
  terminal.close();
  return answer.trim().toLowerCase() === "yes";
}
