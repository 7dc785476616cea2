import { readdirSync, readFileSync } from "node:fs";

/** CPU time in ms that a store has used, by process. */
export interface CpuTimes {
  node: number;
  postgres: number;
}

/** Milliseconds of a clock tick: Linux reports CPU times in hundredths of a second. */
const TICK_MS = 10;

/**
 * Reads the CPU time that a store's processes have used since they started.
 * @param postmaster process id of its PostgreSQL server, whose ended connections count, too
 */
export function readCpuTimes({ pid, postmaster }: { pid: number; postmaster: number }): CpuTimes {
  const server = readProcess(postmaster);
  const connections = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter(({ parent }) => parent === postmaster);
  return {
    node: readProcess(pid).ownMs,
    postgres: server.ownMs + server.endedMs + connections.reduce((sum, { ownMs }) => sum + ownMs, 0),
  };
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readProcess(pid: number): { parent: number; ownMs: number; endedMs: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name before it may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((place) => Number(fields[place]));
    return {
      parent: parent ?? 0,
      ownMs: ((user ?? 0) + (system ?? 0)) * TICK_MS,
      endedMs: ((endedUser ?? 0) + (endedSystem ?? 0)) * TICK_MS,
    };
  } catch {
    return { parent: 0, ownMs: 0, endedMs: 0 };
  }
}
