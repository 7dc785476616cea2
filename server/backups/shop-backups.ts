import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { messageOf } from "#app/values/unknown-value.ts";
import { listBackups, readBackupName, removeOldBackups } from "./stored-backups.ts";
import type { BackupUploads } from "./upload-backups.ts";

/** A backup as the owner's page lists it. */
export interface ListedBackup {
  name: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  bytes: number;
  /** On the shop's own disk, in the bucket, or in both. */
  places: ("here" | "bucket")[];
}

export interface ListedBucket {
  place: string;
  /** Why it could not be read, or why the last backup did not reach it. */
  problem: string | null;
}

/** The backups of a shop whose database is its own. */
export interface ShopBackups {
  /** The newest first; `bucket` is null where none is set. */
  list(): Promise<{ backups: ListedBackup[]; bucket: ListedBucket | null }>;
  /** Creates and uploads one now and removes old ones; concurrent calls share it. */
  make(): Promise<void>;
  /** From the disk, else from the bucket. Null where there is no backup of this name. */
  read(name: string): Promise<{ bytes: number; content: ReadableStream } | null>;
}

/**
 * @param options.make writes one into the folder
 * @param options.copies null: they stay in the folder
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

  async function listHere(): Promise<ListedBackup[]> {
    const sized = await Promise.all(
      (await listBackups(folder)).map(async ({ name, madeAt }): Promise<ListedBackup[]> => {
        // One may go in this very moment.
        const file = await stat(join(folder, name)).catch(() => null);
        return file ? [{ name, madeAt: madeAt.toISOString(), bytes: file.size, places: ["here"] }] : [];
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
        for (const { name, madeAt, bytes } of await copies.list()) {
          const backup = listed.get(name) ?? { name, madeAt: madeAt.toISOString(), bytes, places: [] };
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
    // Only what a list has is read: no name leads out of the folder.
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
