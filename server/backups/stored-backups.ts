import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export interface Backup {
  name: string;
  madeAt: Date;
  /** False if stored files were missing. */
  isComplete: boolean;
}

/** Long enough for one missed night, but not two. */
export const OLD_BACKUP_MS = 36 * 60 * 60 * 1000;

const DAYS = 7;
const WEEKS = 4;
/** Work folder of a process, or file that it has not finished: the backup's name, the process id, and maybe `.part`. */
const UNFINISHED = /^(.+)\.\d+(?:\.part)?$/;
const NAME = /^calabash-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-incomplete)?\.tar\.gz$/;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A Monday, from which weeks are counted. */
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5);

/** Returns the backups in a folder, newest first; empty if the folder does not exist. */
export async function listBackups(folder: string): Promise<Backup[]> {
  return (await readNames(folder))
    .flatMap((name) => readBackupName(name) ?? [])
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/**
 * Returns the backups of the 24 hours before the newest one, and the newest complete one of each of the last seven days
 * and four weeks that have one.
 */
export function listRetainedBackups(backups: readonly Backup[]): Backup[] {
  const newestAt = Math.max(...backups.map(({ madeAt }) => madeAt.getTime()));
  const recent = backups.filter(({ madeAt }) => newestAt - madeAt.getTime() < DAY_MS);
  const complete = backups.filter(({ isComplete }) => isComplete);
  const newest = (span: (backup: Backup) => number, maxCount: number) => {
    const firstOf = new Map<number, Backup>();
    for (const backup of complete.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())) {
      if (!firstOf.has(span(backup))) firstOf.set(span(backup), backup);
    }
    return [...firstOf.values()].slice(0, maxCount);
  };
  const dayOf = ({ madeAt }: Backup) => Math.floor(madeAt.getTime() / DAY_MS);
  const weekOf = ({ madeAt }: Backup) => Math.floor((madeAt.getTime() - FIRST_MONDAY_MS) / (7 * DAY_MS));
  return [...new Set([...recent, ...newest(dayOf, DAYS), ...newest(weekOf, WEEKS)])];
}

/**
 * Deletes old backups, and files and work folders of unfinished backups and downloads that have not changed for a day.
 * @returns the names of the deleted backups
 */
export async function removeOldBackups(folder: string, now = new Date()): Promise<string[]> {
  const backups = await listBackups(folder);
  const retained = new Set(listRetainedBackups(backups));
  const old = backups.filter((backup) => !retained.has(backup)).map(({ name }) => name);
  for (const name of old) await rm(join(folder, name), { force: true });
  await removeUnfinished(folder, now);
  return old;
}

/** Deletes leftovers of processes that were killed during a backup or a download. */
async function removeUnfinished(folder: string, now: Date): Promise<void> {
  for (const name of await readNames(folder)) {
    const [, backup = ""] = UNFINISHED.exec(name) ?? [];
    if (!readBackupName(backup)) continue;
    const path = join(folder, name);
    // Another process may finish and delete its own files in the meantime.
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

async function readNames(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
}

/** Returns the name of a backup, which sorts by time and is valid on all systems. */
export function backupName(madeAt: Date, isComplete = true): string {
  return `calabash-${stampOf(madeAt)}${isComplete ? "" : "-incomplete"}.tar.gz`;
}

/** Formats a time as `20261122T200000Z`. */
export function stampOf(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

/** Reads the name of a backup; null for any other name. */
export function readBackupName(name: string): Backup | null {
  const match = NAME.exec(name);
  if (!match) return null;
  const [, year = 0, month = 1, day, hour, minute, second] = match.map(Number);
  const madeAt = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return { name, madeAt, isComplete: match[7] === undefined };
}
