import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** What the names of test runs' folders begin with; the number of the process that asked for them follows. */
export const DATA_DIR_PREFIX = "calabash-process-";

/** Linux's own folder whose files are in memory and nowhere else. */
export const MEMORY = "/dev/shm";
/** Eight times what the services have there at a time; a machine with less has its disk. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * From here on this program and those that it starts have their temporary files in memory, if there is room. A
 * test run makes more than a hundred databases of a thousand files each and removes them again, which on a disk takes more
 * of the processor than to ask them does. What a killed process wrote is still there too.
 */
export function keepFilesInMemory(): void {
  if (process.env["TMPDIR"] || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, `${DATA_DIR_PREFIX}${process.pid}-`));
  // The database's user must pass through it.
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
