import { type ChildProcess, spawn } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { messageOf } from "#app/values/unknown-value.ts";
import { runChecks, STATIC_CHECKS } from "./check.ts";
import { findChromium } from "./find-chromium.ts";
import { prepareShop } from "./test-environment/prepared-shop.ts";
import { storeFilesInMemory } from "./test-environment/temporary-folders.ts";

/**
 * Runs `npm test`: static checks, Vitest, and the browser tests tagged `@verdict`. With `--deep` it runs
 * `npm run test:deep`: `tests/deep/`, the other browser tests, and the Lighthouse budgets. `-- NAME` runs the
 * suite's tests whose file name or title contains NAME; `--shard 1/4` runs a quarter of them. Nothing is retried. The
 * last line is `N passed, M failed`.
 */
const ROOT = join(import.meta.dirname, "..");
const VITEST_RESULTS = join(ROOT, ".cache", "vitest-results.json");
const PLAYWRIGHT_RESULTS = join(ROOT, ".cache", "playwright-results.json");
const SHARD = /^(\d+)\/\d+$/;
const MAX_MESSAGE_LINES = 12;
const cores = availableParallelism();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { deep: { type: "boolean", default: false }, shard: { type: "string" } },
});
const [name] = positionals;
const { deep: isDeep, shard } = values;
if (shard !== undefined && !SHARD.test(shard)) {
  console.error(`"${shard}" is not a shard. Use a number and a count: --shard 1/4`);
  process.exit(1);
}
/** Checks without shards run in the first one. */
const isFirstShard = shard === undefined || SHARD.exec(shard)?.[1] === "1";
const command = isDeep ? "npm run test:deep" : "npm test";

interface Failure {
  test: string;
  /** The NAME that selects the test; null for checks. */
  selector: string | null;
  message?: string | undefined;
}
interface TestResult {
  fullName: string;
  status: string;
  failureMessages: string[];
  /** Counts that a deep test reports (`tests/deep/figures.ts`). */
  meta: { figures?: string };
}
interface VitestResults {
  numPassedTests: number;
  testResults: { name: string; status: string; message: string; assertionResults: TestResult[] }[];
}
interface PlaywrightSuite {
  specs: {
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}
type PlaywrightResults = { suites: PlaywrightSuite[]; stats: { expected: number } };

let passedCount = 0;
const figures: string[] = [];
const failures: Failure[] = [];
const times: string[] = [];
const children: ChildProcess[] = [];
let isCanceled = false;
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(signal, () => void cancel());

storeFilesInMemory();
// Some 30 tests copy this store instead of filling a database each.
const prepared = name ? null : prepareShop();
const preparing = prepared?.ready.then((error) => error && fail(error.message));
// Each runner occupies all cores. At the same time, they would only make each other's tests time out.
await timed("Vitest and checks", () =>
  Promise.all([isDeep || name || !isFirstShard ? undefined : check(), runVitest()]),
);
if (!isCanceled) await timed("Playwright", runPlaywright);
if (isDeep && isFirstShard && !name && !isCanceled) await timed("Lighthouse", runLighthouse);
prepared?.remove();
if (passedCount + failures.length === 0) fail(`No test of ${command} has "${name}" in its file name or title.`);
if (figures.length > 0) console.log(`\n${figures.join("\n")}`);
for (const { test, selector, message } of failures) {
  console.log(`\nFAILED ${test}`);
  // The runners' reports are far above, and CI shows only the end of the output.
  if (message) console.log(shorten(message));
  if (selector) console.log(`  Repeat it with: ${command} -- ${JSON.stringify(selector)}`);
}
console.log(`\n${times.join(", ")}`);
console.log(`\n${passedCount} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);

function fail(test: string, selector: string | null = null): void {
  failures.push({ test, selector });
}

/** Returns the first lines of an error message without colors and the runners' own stack frames. */
function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/") && !/ at new Promise /.test(line));
  return lines
    .slice(0, MAX_MESSAGE_LINES)
    .map((line) => `  ${line}`)
    .join("\n");
}

async function timed(part: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  times.push(`${part} ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

async function check(): Promise<void> {
  const failed = await runChecks(STATIC_CHECKS);
  for (const each of failed) fail(each);
  passedCount += STATIC_CHECKS.length - failed.length;
}

async function runVitest(): Promise<void> {
  const selection = name ? selectFiles(name) : [];
  if (!selection) return;
  rmSync(VITEST_RESULTS, { force: true });
  // One worker more than there are cores, because tests wait for PostgreSQL part of the time.
  const code = await run("vitest", [
    ...["run", `--maxWorkers=${cores + 1}`],
    ...(isDeep ? ["--project=deep*"] : ["--project=rules", "--project=pages", "--project=services"]),
    ...(shard ? [`--shard=${shard}`] : []),
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${VITEST_RESULTS}`],
    ...["--no-color", ...selection],
  ]);
  const results = readResults<VitestResults>(VITEST_RESULTS);
  const failed = (results?.testResults ?? []).flatMap(
    ({ name: file, status, message: fileMessage, assertionResults }) => {
      const path = relative(ROOT, file);
      for (const { fullName, meta } of assertionResults) {
        if (meta.figures) figures.push(`${path} › ${fullName}\n  ${meta.figures}`);
      }
      const failedTests = assertionResults.filter((each) => each.status === "failed");
      // A file that cannot be loaded has no tests.
      if (status === "failed" && failedTests.length === 0)
        return [{ test: path, selector: path, message: fileMessage }];
      return failedTests.map(({ fullName: title, failureMessages: [message] }) => ({
        test: `${path} › ${title}`,
        selector: title,
        message,
      }));
    },
  );
  addResults("Vitest", code, results?.numPassedTests ?? 0, failed);
}

/**
 * Returns Vitest's arguments for the tests whose file name contains the word, else for those whose title does; null if
 * there are none.
 */
function selectFiles(word: string): string[] | null {
  const files = globSync("{app,scripts,server,packages,tests,supabase}/**/*.test.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => file.startsWith("tests/deep/") === isDeep,
  );
  const named = files.filter((file) => file.includes(word));
  if (named.length > 0) return named;
  const mentioning = files.filter((file) => readFileSync(join(ROOT, file), "utf8").includes(word));
  return mentioning.length > 0 ? ["-t", escapeRegExp(word), ...mentioning] : null;
}

async function runPlaywright(): Promise<void> {
  try {
    const [chromium] = await Promise.all([findChromium(), preparing]);
    rmSync(PLAYWRIGHT_RESULTS, { force: true });
    const code = await run(
      "playwright",
      [
        ...["test", "--pass-with-no-tests", `--workers=${cores}`, "--reporter=line,json"],
        ...["--grep", `${isDeep ? "^(?!.*@verdict)" : "(?=.*@verdict)"}.*${escapeRegExp(name ?? "")}`],
        ...(shard ? [`--shard=${shard}`] : []),
      ],
      { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_RESULTS },
    );
    const results = readResults<PlaywrightResults>(PLAYWRIGHT_RESULTS);
    addResults("Playwright", code, results?.stats.expected ?? 0, (results?.suites ?? []).flatMap(listFailed));
  } catch (error) {
    fail(messageOf(error));
  }
}

function listFailed({ specs, suites = [] }: PlaywrightSuite): Failure[] {
  const failed = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => ({
        test: `[${projectName}] e2e/${file} › ${title}`,
        selector: title,
        message: results.flatMap(({ errors }) => errors)[0]?.message,
      })),
  );
  return [...failed, ...suites.flatMap(listFailed)];
}

/** Lighthouse installs half as many files as all other packages together, so only `npm run test:deep` installs it. */
async function runLighthouse(): Promise<void> {
  const code = await run("npm", ["run", "lighthouse", "--", "--budgets"]);
  addResults("Lighthouse", code, code === 0 ? 1 : 0, []);
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function addResults(runner: string, code: number, passed: number, failed: Failure[]): void {
  passedCount += passed;
  failures.push(...failed);
  if (code !== 0 && failed.length === 0) fail(`${runner} ended with code ${code}; see above.`);
}
function readResults<Results>(file: string): Results | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Runs a program and forwards its output. The program gets no terminal, because two programs cannot redraw one. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, FORCE_COLOR: "0", ...prepared?.env, ...env },
  });
  children.push(child);
  child.stdout.pipe(process.stdout, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return new Promise((done) => {
    child.once("error", (error) => {
      console.error(error.message);
      done(1);
    });
    child.once("close", (code) => done(code ?? 1));
  });
}

/** Stops the test runners, which stop their child processes, and removes the prepared store. */
async function cancel(): Promise<void> {
  isCanceled = true;
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(
    running.map((child) => {
      child.kill("SIGINT");
      return new Promise((done) => child.once("close", done));
    }),
  );
  await preparing;
  prepared?.remove();
  process.exit(130);
}
