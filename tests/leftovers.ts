import { existsSync, lstatSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postmasterOf } from "#scripts/test-environment/shop-process.ts";
import { DATA_DIR_PREFIX, MEMORY } from "#scripts/test-environment/temporary-folders.ts";

/** Stops databases and removes folders of this user's test runs that were killed, but not those of running ones. */
export function clearLeftovers(): void {
  clearIn(tmpdir());
  if (existsSync(MEMORY)) clearIn(MEMORY);
}

function clearIn(parent: string): void {
  for (const name of namesIn(parent)) {
    const owner = name.startsWith(DATA_DIR_PREFIX) && /^(\d+)-/.exec(name.slice(DATA_DIR_PREFIX.length))?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(parent, name);
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    try {
      const postmaster = postmasterOf(folder);
      if (readlinkSync(`/proc/${postmaster}/cwd`).startsWith(folder)) process.kill(postmaster, "SIGQUIT");
    } catch {
      // No database runs there.
    }
    // The in-memory folder of a run contains its data folders.
    clearIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    // Another run cleared it at the same moment.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
