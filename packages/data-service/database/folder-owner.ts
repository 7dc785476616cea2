import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * File with the process id of the store that owns a data folder. It protects the folder while the database, which holds
 * the lock, is down. Process ids are reused, so the file also contains the process's start time.
 */
const FILE = "shop.pid";

/** Records this process as the owner of the folder. */
export function ownFolder(dataDir: string, name: string): void {
  const file = join(dataDir, FILE);
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${process.pid}\n${birthOf(process.pid)}\n${name}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

export function leaveFolder(dataDir: string): void {
  if (readOwner(dataDir)?.pid === process.pid) rmSync(join(dataDir, FILE), { force: true });
}

/** Returns the name of another running store that owns the folder, or null. */
export function findFolderOwner(dataDir: string): string | null {
  const owner = readOwner(dataDir);
  if (!owner || owner.pid === process.pid) return null;
  return owner.birth !== "" && birthOf(owner.pid) === owner.birth ? owner.name : null;
}

function readOwner(dataDir: string): { pid: number; birth: string; name: string } | null {
  try {
    const [pid = "", birth = "", name = ""] = readFileSync(join(dataDir, FILE), "utf8").split("\n");
    return { pid: Number(pid), birth, name };
  } catch {
    return null;
  }
}

/**
 * Returns the start time of a running process in the system's format, or "". A zombie, such as an unreaped process in a
 * container without init, counts as ended.
 */
function birthOf(pid: number): string {
  try {
    if (process.platform !== "linux") {
      const output = execFileSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [, state = "", birth = ""] = /^\s*(\S+)\s+(.*)$/m.exec(output.toString()) ?? [];
      return state.startsWith("Z") ? "" : birth.trim();
    }
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The program name, in parentheses, may contain anything. The state follows it, and the start time is the twentieth
    // field from there.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    if (fields[0] === "Z" || fields[0] === "X") return "";
    return `${boot} ${fields[19] ?? ""}`;
  } catch {
    return "";
  }
}
