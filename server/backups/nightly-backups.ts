import { shopDayOf } from "#app/values/shop-clock.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import { IncompleteBackup } from "./create-backup.ts";
import type { NightClaims } from "./night-claims.ts";
import { type Backup, listBackups, OLD_BACKUP_MS, removeOldBackups } from "./stored-backups.ts";
import type { BackupUploads } from "./upload-backups.ts";

export interface NightlyBackups {
  /** Checks now and every ten minutes. */
  start(): void;
  /** Creates a backup if the night's is missing. @returns whether one was created */
  runIfDue(): Promise<boolean>;
  /** Resolves after the current backup. */
  stop(): Promise<void>;
}

const LOOK_MS = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
/** Hour in store time; few people shop then. */
const NIGHT_HOURS = 3;

/**
 * Creates one backup per night from 3:00 AM, in one of the store's processes, or as soon as the store is open again. A
 * failed one is retried after ten minutes, and the owner is alerted once the last good backup is older than 36 hours.
 */
export function createNightlyBackups(options: {
  folder: string;
  make: () => Promise<unknown>;
  /** Null keeps backups in the folder only. */
  copies: Pick<BackupUploads, "send"> | null;
  /** Other processes of the store may create the backup, too. */
  claims: NightClaims;
  /** Returns whether this machine has the stored files, or none are expected. */
  hasFiles: () => Promise<boolean>;
  /** Time zone from the store settings. */
  readTimeZone: () => Promise<string>;
  raiseAlert: (message: string) => Promise<unknown>;
  logError: (error: unknown) => void;
  now?: () => Date;
}): NightlyBackups {
  const { folder, logError, now = () => new Date() } = options;
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<boolean> | null = null;

  async function run(): Promise<boolean> {
    const wasMade = await makeTonights();
    await options.copies?.send();
    return wasMade;
  }

  async function makeTonights(): Promise<boolean> {
    const timeZone = await options.readTimeZone();
    const nightOf = (time: Date) => shopDayOf(new Date(time.getTime() - NIGHT_HOURS * HOUR_MS), timeZone);
    const backups = await listBackups(folder);
    const [newest] = backups;
    const night = nightOf(now());
    if (newest && nightOf(newest.madeAt) >= night) return false;
    try {
      // A machine without the stored files leaves the backup to one with them, for an hour.
      const isLate = nightOf(new Date(now().getTime() - HOUR_MS)) === night;
      if (!isLate && !(await options.hasFiles())) return false;
      if (!(await options.claims.claim(night))) return false;
      await options.make();
      await options.claims.finish(night);
    } catch (error) {
      logError(error);
      const alert = alertOf(
        error,
        backups.find(({ isComplete }) => isComplete),
      );
      if (alert !== null) await options.raiseAlert(alert);
      return false;
    }
    await removeOldBackups(folder);
    return true;
  }

  /** Returns the alert about a failed backup; null while the last complete one is recent. */
  function alertOf(error: unknown, last: Backup | undefined): string | null {
    if (error instanceof IncompleteBackup) return error.message;
    if (last && now().getTime() - last.madeAt.getTime() <= OLD_BACKUP_MS) return null;
    const known = last ? `The last good backup is from ${last.madeAt.toISOString()}` : "There is no backup yet";
    return `The backup failed: ${messageOf(error)} ${known}. See the store's log.`;
  }

  function runIfDue(): Promise<boolean> {
    underWay ??= run()
      .catch((error: unknown) => {
        logError(error);
        return false;
      })
      .finally(() => {
        underWay = null;
      });
    return underWay;
  }

  return {
    runIfDue,
    start: () => {
      timer ??= setInterval(() => void runIfDue(), LOOK_MS);
      timer.unref();
      void runIfDue();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      timer = null;
      await underWay;
    },
  };
}
