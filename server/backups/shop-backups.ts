import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Backup, ListedBackups } from "#app/features/setup/shop-backups.ts";
import { messageOf } from "#app/values/unknown-value.ts";
import { listBackups, readBackupName, removeOldBackups } from "./stored-backups.ts";
import type { BackupUploads } from "./upload-backups.ts";

/** Backups of a store that has its own database. */
export interface ShopBackups {
  list(): Promise<ListedBackups & { backups: Backup[] }>;
  /** Creates and uploads a backup now, and removes old ones; concurrent calls share one backup. */
  make(): Promise<void>;
  /** Reads a backup from the disk, else from the bucket. Null if there is no backup of this name. */
  read(name: string): Promise<{ bytes: number; content: ReadableStream } | null>;
}

/**
 * Creates the backups of the owner's page.
 * @param options.make writes a backup into the folder
 * @param options.copies null keeps backups in the folder only
 */
export function createShopBackups({
  folder,
  make,
  copies,
}: {
  folder: string;
  make: () => Promise<unknown>;
  copies: BackupUploads | null;
}): ShopBackups {
  let underWay: Promise<void> | null = null;

  async function makeOne(): Promise<void> {
    try {
      await make();
      await removeOldBackups(folder);
    } finally {
      await copies?.send();
    }
  }

  async function listHere(): Promise<Backup[]> {
    const sized = await Promise.all(
      (await listBackups(folder)).map(async ({ name, madeAt, isComplete }): Promise<Backup[]> => {
        // The file may be removed at this moment.
        const file = await stat(join(folder, name)).catch(() => null);
        return file ? [{ name, madeAt: madeAt.toISOString(), bytes: file.size, isComplete, places: ["here"] }] : [];
      }),
    );
    return sized.flat();
  }

  return {
    list: async () => {
      const listed = new Map((await listHere()).map((backup) => [backup.name, backup]));
      if (!copies) return { backups: [...listed.values()], bucket: null };
      let problem = copies.lastProblem();
      try {
        for (const { name, madeAt, ...stored } of await copies.list()) {
          const backup = listed.get(name) ?? { name, madeAt: madeAt.toISOString(), ...stored, places: [] };
          backup.places.push("bucket");
          listed.set(name, backup);
        }
      } catch (error) {
        problem = messageOf(error);
      }
      const backups = [...listed.values()].toSorted((one, other) => (one.madeAt < other.madeAt ? 1 : -1));
      return { backups, bucket: { place: copies.place, problem } };
    },
    make: () => {
      underWay ??= makeOne().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    // Only listed names are read, so a name cannot leave the folder.
    read: async (name) => {
      const isHere = (await listBackups(folder)).some((backup) => backup.name === name);
      if (isHere) {
        const file = join(folder, name);
        const { size } = await stat(file);
        return { bytes: size, content: Readable.toWeb(createReadStream(file)) as ReadableStream };
      }
      const stored = readBackupName(name) ? await copies?.read(name) : null;
      return stored ? { bytes: stored.bytes, content: Readable.toWeb(stored.content) as ReadableStream } : null;
    },
  };
}
