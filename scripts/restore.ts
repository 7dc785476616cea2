import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { findFolderOwner } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";
import { openBucket } from "#server/backups/bucket.ts";
import { downloadBackup } from "#server/backups/download-backup.ts";
import { makeDataDir, restoreBackup } from "#server/backups/restore-backup.ts";
import { backupFolder, type Environment, readEnvironment } from "#server/settings/environment.ts";
import { printReason } from "#server/settings/running.ts";
import { BucketError } from "#server/settings/s3-connection.ts";

/**
 * `npm run restore -- FILE`, or `s3:NAME` for a backup in the bucket: restores the store from a backup. Asks for
 * confirmation (`--yes` skips it).
 */
try {
  const environment = readEnvironment(process.env);
  const { dataDir, keysSecret, databaseUrl, supabase } = environment;
  const [name, ...others] = process.argv.slice(2).filter((argument) => argument !== "--yes");
  if (!name || others.length > 0) {
    throw new StartError(
      "Which backup?",
      `npm run restore -- FILE, such as one in ${backupFolder(environment)}, or s3:NAME, such as s3: alone names.`,
    );
  }
  if (databaseUrl || supabase) {
    throw new StartError(
      "The database is a server of your own.",
      "Restore it with that server's tools, or unset its variables: the backup is then restored into the database from npm.",
    );
  }
  if (findFolderOwner(dataDir) !== null) {
    throw new StartError("The shop is open.", "Close it first (Ctrl-C where it runs).");
  }
  if (existsSync(join(dataDir, "keys.json")) && !process.argv.includes("--yes")) {
    const isConfirmed = process.stdin.isTTY && (await confirm(dataDir));
    if (!isConfirmed) {
      throw new StartError(
        `Nothing was changed: there is a shop in ${dataDir}.`,
        "Add --yes, or answer yes, to put the backup in its place. What is there is kept beside it.",
      );
    }
  }
  const file = name.startsWith("s3:") ? await fromBucket(environment, name.slice(3)) : resolve(name);
  const { manifest, rows, before } = await restoreBackup({ file, dataDir, keysSecret, say: console.log });
  console.log(`The shop is as it was at ${manifest.madeAt}: ${rows} rows, ${manifest.files} stored files.`);
  if (before) console.log(`What was there before lies in ${before}; remove it when all is well.`);
  if (environment.imageBucket) {
    console.log("The images are in the data folder: npm run images -- to-bucket copies them to the bucket.");
  }
  console.log("npm start opens it.");
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  printReason(error);
  process.exit(1);
}

async function fromBucket(environment: Environment, name: string): Promise<string> {
  if (!environment.backupBucket) {
    throw new StartError("There is no bucket of backups.", "Set BACKUP_S3_BUCKET and both of its keys.");
  }
  try {
    const bucket = openBucket(environment.backupBucket);
    await makeDataDir(environment.dataDir);
    return await downloadBackup({ bucket, name, folder: backupFolder(environment), say: console.log });
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    throw new StartError(error.message, "Run npm run doctor, which looks at the bucket.");
  }
}

async function confirm(dataDir: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `Put the backup in the place of the shop in ${dataDir}? What is there is kept beside it. (yes/no) `,
  );
  terminal.close();
  return answer.trim().toLowerCase() === "yes";
}
