import { join } from "node:path";
import { messageOf } from "#app/values/unknown-value.ts";
import type { Bucket, StoredBackup, StoredContent } from "./bucket.ts";
import { type Backup, listBackups, listRetainedBackups, OLD_BACKUP_MS } from "./stored-backups.ts";

/** Uploads of local backups to the bucket. */
export interface BackupUploads {
  /** Name to show to people, without a key. */
  place: string;
  /**
   * Uploads missing backups, newest first, and removes old ones from the bucket. The owner gets an alert if this fails
   * and the last good backup there is old.
   * @returns null, or the reason of the failure
   */
  send(): Promise<string | null>;
  /** @throws BucketError */
  list(): Promise<StoredBackup[]>;
  read(name: string): Promise<StoredContent | null>;
  /** Reason of the last upload's failure; null if it succeeded. */
  lastProblem(): string | null;
  /** Aborts the current upload. */
  close(): void;
}

export function createBackupUploads(options: {
  folder: string;
  bucket: Bucket;
  raiseAlert: (message: string) => Promise<unknown>;
  logError: (error: unknown) => void;
  now?: () => Date;
}): BackupUploads {
  const { folder, bucket, logError, now = () => new Date() } = options;
  /** Newest complete backup in the bucket, as far as known. */
  let newestThere: Backup | null = null;
  /** Newest local backup when everything was last uploaded. */
  let lastSent: string | null = null;
  let lastProblem: string | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  async function sendMissing(): Promise<void> {
    const here = await listBackups(folder);
    if (here[0] && here[0].name === lastSent) return;
    const there = await bucket.list();
    newestThere = there.find(({ isComplete }) => isComplete) ?? null;
    const namesThere = new Set(there.map(({ name }) => name));
    const retained = listRetainedBackups([...there, ...here.filter(({ name }) => !namesThere.has(name))]);
    for (const backup of retained.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())) {
      if (namesThere.has(backup.name)) continue;
      await bucket.put(join(folder, backup.name), closing.signal);
      if (backup.isComplete && (!newestThere || newestThere.madeAt < backup.madeAt)) newestThere = backup;
    }
    const retainedNames = new Set(retained.map(({ name }) => name));
    for (const { name } of there) if (!retainedNames.has(name)) await bucket.remove(name);
    lastSent = here[0]?.name ?? null;
  }

  async function sendOrReport(): Promise<string | null> {
    try {
      await sendMissing();
      return null;
    } catch (error) {
      const reason = messageOf(error);
      if (closing.signal.aborted) return reason;
      logError(error);
      if (!newestThere || now().getTime() - newestThere.madeAt.getTime() > OLD_BACKUP_MS) {
        const last = newestThere
          ? `The last good backup in the bucket is from ${newestThere.madeAt.toISOString()}`
          : "The bucket has no known backup";
        await Promise.resolve(
          options.raiseAlert(`The backup upload failed. ${reason} ${last}. See the store's log.`),
        ).catch(logError);
      }
      return reason;
    }
  }

  return {
    place: bucket.place,
    list: bucket.list,
    read: bucket.read,
    // Uploads run one after the other, so each finds the backups created during the previous one.
    send: () => {
      const mine = queue.then(sendOrReport).then((problem) => {
        lastProblem = problem;
        return problem;
      });
      queue = mine;
      return mine;
    },
    lastProblem: () => lastProblem,
    close: () => closing.abort(),
  };
}
