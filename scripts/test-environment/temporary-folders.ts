import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Prefix of test folders, followed by the process id of their creator. */
export const DATA_DIR_PREFIX = "calabash-process-";

/** Linux's in-memory file system. */
export const MEMORY = "/dev/shm";
/** Eight times the tests' peak use; below this, files stay on disk. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Puts temporary files of this process and its children into memory if there is enough. A test run creates and deletes
 * over a hundred databases of a thousand files each, which on disk takes more CPU time than querying them. Like on
 * disk, the files survive a killed process.
 */
export function storeFilesInMemory(): void {
  if (process.env["TMPDIR"] || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, `${DATA_DIR_PREFIX}${process.pid}-`));
  // The database's user must be able to enter it.
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
}

function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES;
  } catch {
    return false;
  }
}
