import { readdirSync, readFileSync } from "node:fs";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";

/** CPU time in ms, by process of a store. */
export type CpuTimes = { node: number; postgres: number };

/** Linux reports CPU times in hundredths of a second. */
const TICK_MS = 10;

/** Reads the CPU time that a store's processes have used; null on systems without /proc. */
export function readCpuTimes({ pid, postmaster }: Pick<BenchShop, "pid" | "postmaster">): CpuTimes | null {
  if (process.platform !== "linux") return null;
  const server = readProcess(postmaster);
  const connections = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter(({ parent }) => parent === postmaster);
  return {
    node: readProcess(pid).ownMs,
    // Connections that ended count for their parent.
    postgres: server.ownMs + server.endedMs + connections.reduce((sum, { ownMs }) => sum + ownMs, 0),
  };
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function readProcess(pid: number): { parent: number; ownMs: number; endedMs: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name before it may contain spaces.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const jiffies = (...places: number[]) => places.reduce((sum, place) => sum + Number(fields[place]), 0);
    return { parent: Number(fields[1]), ownMs: jiffies(11, 12) * TICK_MS, endedMs: jiffies(13, 14) * TICK_MS };
  } catch {
    return { parent: 0, ownMs: 0, endedMs: 0 };
  }
}
