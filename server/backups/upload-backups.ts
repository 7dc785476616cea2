import { join } from "node:path";
import { messageOf } from "#app/values/unknown-value.ts";
import type { Bucket, StoredBackup, StoredContent } from "./bucket.ts";
import { type Backup, listBackups, listRetainedBackups, OLD_BACKUP_MS } from "./stored-backups.ts";

/** Copies of local backups in the bucket. */
export interface BackupUploads {
  /** For people: never a key. */
  place: string;
  /**
   * Uploads missing backups, newest first, and removes old ones from the bucket.
   * @returns null, or why it did not work, which the owner is told as an alert once the last good one there is old
   */
  send(): Promise<string | null>;
  /** @throws BucketError */
  list(): Promise<StoredBackup[]>;
  read(name: string): Promise<StoredContent | null>;
  /** Why the last sending did not work. */
  lastProblem(): string | null;
  /** Lets go of what is on its way. */
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
  /** Newest backup in the bucket when it was last listed. */
  let newestThere: Backup | null = null;
  /** With this one as the newest here, nothing was left to send. */
  let complete: string | null = null;
  let lastProblem: string | null = null;
  let queue: Promise<unknown> = Promise.resolve();
  const closing = new AbortController();

  async function sendMissing(): Promise<void> {
    const here = await listBackups(folder);
    if (here[0] && here[0].name === complete) return;
    const there = await bucket.list();
    newestThere = there[0] ?? null;
    const namesThere = new Set(there.map(({ name }) => name));
    const retained = listRetainedBackups([...there, ...here.filter(({ name }) => !namesThere.has(name))]);
    for (const backup of retained.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())) {
      if (namesThere.has(backup.name)) continue;
      await bucket.put(join(folder, backup.name), closing.signal);
      if (!newestThere || newestThere.madeAt < backup.madeAt) newestThere = backup;
    }
    const retainedNames = new Set(retained.map(({ name }) => name));
    for (const { name } of there) if (!retainedNames.has(name)) await bucket.remove(name);
    complete = here[0]?.name ?? null;
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
          ? `The last good one there is of ${newestThere.madeAt.toISOString()}`
          : "None is known to lie there";
        await Promise.resolve(
          options.raiseAlert(`The backup does not reach the bucket. ${reason} ${last}; see the shop's log.`),
        ).catch(logError);
      }
      return reason;
    }
  }

  return {
    place: bucket.place,
    list: bucket.list,
    read: bucket.read,
    // One after the other: what was made meanwhile is seen by the next.
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
