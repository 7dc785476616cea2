import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runChecks, STATIC_CHECKS } from "./check.ts";
import { findChromium } from "./find-chromium.ts";

/** Everything, up to one verdict: checks, rule and service tests, browser journeys. */
const RESULTS = join(import.meta.dirname, "..", ".cache", "test-results");

interface Tally {
  passed: number;
  failed: number;
}

const total: Tally = { passed: 0, failed: 0 };
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

console.log("\nChecks");
const failedChecks = runChecks(STATIC_CHECKS);
add({ passed: STATIC_CHECKS.length - failedChecks.length, failed: failedChecks.length });

console.log("\nRules and services");
const vitestFile = join(RESULTS, "vitest.json");
const vitest = run("vitest", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitestFile}`,
]);
add(readVitest(vitestFile, vitest));

console.log("\nJourneys in the browser");
const playwrightFile = join(RESULTS, "playwright.json");
try {
  const chromium = findChromium();
  // Four hundred journeys on two busy cores: one that fails is tried once more, and told as flaky if it then holds.
  const playwright = run("playwright", ["test", "--retries=1", "--reporter=list,json"], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
  });
  add(readPlaywright(playwrightFile, playwright));
} catch (error) {
  console.error((error as Error).message);
  add({ passed: 0, failed: 1 });
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

function add({ passed, failed }: Tally): void {
  total.passed += passed;
  total.failed += failed;
}

function run(program: string, args: string[], more: Record<string, string> = {}): number {
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...more } }).status ?? 1;
}

/** A runner that fails without a failed test (a file that does not load) still counts as one failure. */
function readVitest(file: string, status: number): Tally {
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(file);
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report ?? {};
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) };
}

function readPlaywright(file: string, status: number): Tally {
  const report = readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  return { passed: expected + flaky, failed: status === 0 ? unexpected : Math.max(unexpected, 1) };
}

function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    return null;
  }
}
