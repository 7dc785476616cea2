import { existsSync } from "node:fs";
import { chmod, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "@calabash/data-service/start-error";
import type { Bucket } from "./bucket.ts";
import { readBackupName } from "./stored-backups.ts";

/**
 * Downloads a backup from the bucket into the backup folder, unless it is there already.
 * @param options.name if empty, the error lists the backups in the bucket
 * @returns the file
 * @throws StartError if there is no backup of this name
 */
export async function downloadBackup(options: {
  bucket: Bucket;
  name: string;
  folder: string;
  print: (line: string) => void;
}): Promise<string> {
  const { bucket, name, folder, print } = options;
  const file = join(folder, name);
  // A valid name contains no path, so it cannot leave the folder.
  if (readBackupName(name)) {
    if (existsSync(file)) return file;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    print(`Downloading ${name} from ${bucket.place}…`);
    const unfinished = `${file}.${process.pid}.part`;
    if (await bucket.fetchTo(name, unfinished)) {
      await rename(unfinished, file);
      return file;
    }
  }
  const there = (await bucket.list()).map((backup) => backup.name);
  throw new StartError(
    name === "" ? "Name a backup in the bucket." : `There is no backup ${name} in ${bucket.place}.`,
    there.length > 0
      ? `Available backups, newest first: ${there.map((each) => `s3:${each}`).join(", ")}.`
      : "The bucket has no backups. Check BACKUP_S3_BUCKET and BACKUP_S3_FOLDER.",
  );
}
