import { execFile } from "node:child_process";

type Check = { name: string; command: string[]; env?: Record<string, string>; remedy?: string };

/** Checks imports, and prints the comment of each broken rule, which says what to do. */
const CRUISE = ["depcruise", "--output-type", "err-long", "app", "server", "packages", "supabase", "scripts"];

/** Format, lint, types, import rules, and dead code: required before every commit. */
export const STATIC_CHECKS: Check[] = [
  {
    name: "format and lint",
    command: ["biome", "ci", "--error-on-warnings", "--colors=off", "."],
    remedy: "npm run format corrects the format, and part of the rest.",
  },
  { name: "route types", command: ["react-router", "typegen"] },
  { name: "row types", command: ["node", "scripts/write-database-rows.ts"] },
  {
    name: "types",
    // One checker, because each checker loads the libraries' types again. Without GOGC=off, Go's garbage collector
    // takes most of the remaining CPU time.
    command: ["tsc", "--noEmit", "--checkers", "1"],
    env: { GOGC: "off", GOMEMLIMIT: "2GiB" },
  },
  { name: "boundaries", command: [...CRUISE, "bench", "--config", ".dependency-cruiser.cjs"] },
  { name: "folder cycles", command: [...CRUISE, "--config", ".dependency-cruiser.folders.cjs"] },
  { name: "dead code", command: ["knip"] },
  { name: "specification", command: ["node", "scripts/check-specification.ts"] },
];
const RULE_TESTS: Check = { name: "rule tests", command: ["vitest", "run", "--project", "rules"] };

/** Runs the checks one after the other. @returns the names of failed checks */
export async function runChecks(checks: Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const check of checks) {
    const startedAt = performance.now();
    const { isGood, output } = await runCheck(check);
    console.log(
      `  ${check.name.padEnd(20)} ${isGood ? "good" : "FAILED"}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    );
    if (isGood) continue;
    console.log(output, check.remedy ?? "");
    failed.push(check.name);
  }
  return failed;
}

function runCheck({ command, env }: Check): Promise<{ isGood: boolean; output: string }> {
  const [program = "", ...args] = command;
  const options = { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...env } };
  return new Promise((done) =>
    execFile(program, args, options, (error, stdout, stderr) =>
      done({ isGood: error === null, output: `${stdout} ${stderr}` }),
    ),
  );
}

if (import.meta.main) {
  const failed = await runChecks([...STATIC_CHECKS, RULE_TESTS]);
  process.exit(failed.length > 0 ? 1 : 0);
}
