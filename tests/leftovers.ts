import { readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DATA_DIR_PREFIX, postmasterOf } from "#scripts/whole-shop/shop-process.ts";

/** Stops the databases and removes the folders of test runs that were killed. Those that still run keep theirs. */
export function clearLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = name.startsWith(DATA_DIR_PREFIX) && /^(\d+)-/.exec(name.slice(DATA_DIR_PREFIX.length))?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      const postmaster = postmasterOf(folder);
      if (readlinkSync(`/proc/${postmaster}/cwd`).startsWith(folder)) process.kill(postmaster, "SIGQUIT");
    } catch {
      // None runs there.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
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
