import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { PARALLEL, type Result } from "./measure.ts";

const SECONDS = 3;
const run = promisify(execFile);

/** @throws Error with the Debian packages of missing programs */
export function requirePrograms(programs: readonly string[], packages: string): void {
  for (const program of programs) {
    if (spawnSync(program, ["-v"]).error) throw new Error(`${program} is missing: apt-get install ${packages}`);
  }
}

/**
 * Requests one URL, or each of `paths` in turn, with wrk, which uses less CPU time than a client in Node.
 * @throws Error if a response is neither 2xx nor 3xx
 */
export async function runWrk(
  url: string,
  headers: Record<string, string>,
  paths: readonly string[] = [],
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "calabash-wrk-"));
  const script = join(folder, "paths.lua");
  const list = paths.map((path) => JSON.stringify(path)).join(", ");
  writeFileSync(
    script,
    `local paths, place = { ${list} }, 0
request = function() place = place % #paths + 1; return wrk.format(nil, paths[place]) end\n`,
  );
  try {
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const inTurn = paths.length > 0 ? ["-s", script] : [];
    const options = ["-t1", `-c${PARALLEL}`, `-d${SECONDS}s`, "--timeout=10s", "--latency", ...given, ...inTurn, url];
    const { stdout } = await run("wrk", options);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}: ${stdout}`);
    const [, amount = "0", unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
    return {
      perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
      p99Ms: Number(amount) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
