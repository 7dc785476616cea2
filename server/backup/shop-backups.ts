import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { listBackups, removeOldBackups } from "./kept-backups.ts";

/** A backup as the owner's page lists it. */
export interface ListedBackup {
  name: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  bytes: number;
}

/** The backups of a shop whose database is its own. */
export interface ShopBackups {
  /** The newest first. */
  list(): Promise<ListedBackup[]>;
  /** Makes one now, and removes what need not be kept; who asks meanwhile gets the same. */
  make(): Promise<void>;
  /** Null where there is no backup of this name. */
  read(name: string): Promise<{ bytes: number; content: ReadableStream } | null>;
}

/** @param options.make writes one into the folder */
export function createShopBackups({
  folder,
  make,
}: {
  folder: string;
  make: () => Promise<unknown>;
}): ShopBackups {
  let underWay: Promise<void> | null = null;

  async function makeOne(): Promise<void> {
    await make();
    await removeOldBackups(folder);
  }

  return {
    list: async () => {
      const sized = await Promise.all(
        (await listBackups(folder)).map(async ({ name, madeAt }) => {
          // One may go in this very moment.
          const file = await stat(join(folder, name)).catch(() => null);
          return file ? [{ name, madeAt: madeAt.toISOString(), bytes: file.size }] : [];
        }),
      );
      return sized.flat();
    },
    make: () => {
      underWay ??= makeOne().finally(() => {
        underWay = null;
      });
      return underWay;
    },
    // Only what the folder lists is read: no name leads out of it.
    read: async (name) => {
      const isListed = (await listBackups(folder)).some((backup) => backup.name === name);
      if (!isListed) return null;
      const file = join(folder, name);
      const { size } = await stat(file);
      return { bytes: size, content: Readable.toWeb(createReadStream(file)) as ReadableStream };
    },
  };
}
