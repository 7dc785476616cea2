import { statfs } from "node:fs/promises";
import { hasDatabaseFiles } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";

/** A new database with the demo store takes about 130 MB, and its write-ahead log as much while it is filled. */
const NEW_STORE_BYTES = 300e6;
/** An existing database needs room for its write-ahead log. */
const EXISTING_STORE_BYTES = 50e6;

/**
 * Requires free space for the embedded database, which on a full disk stops in the middle of its start.
 * @param free returns the free bytes of a folder's disk
 * @throws StartError with the numbers
 */
export async function requireFreeSpace(dataDir: string, free = freeBytes): Promise<void> {
  const needed = hasDatabaseFiles(dataDir) ? EXISTING_STORE_BYTES : NEW_STORE_BYTES;
  const found = await free(dataDir);
  if (found >= needed) return;
  throw new StartError(
    `The disk of ${dataDir} has ${Math.floor(found / 1e6)} MB free; the store needs ${needed / 1e6} MB to start.`,
    "Free some space, or set DATA_DIR to a folder on another disk.",
  );
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
