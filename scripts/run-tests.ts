import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { runChecks, STATIC_CHECKS } from "./check.ts";
import { findChromium } from "./find-chromium.ts";
import { type Layer, type RunningLayer, runLayer, type TestEvent } from "./test-run/layers.ts";
import { keyOf, trackProgress } from "./test-run/progress.ts";
import { printReport } from "./test-run/report.ts";
import { prepareShop } from "./whole-shop/prepared-shop.ts";
import { keepFilesInMemory } from "./whole-shop/temporary-folders.ts";

/**
 * `npm test`: everything, up to one verdict. `npm test -- WORD` runs the tests of any layer whose file or title
 * has the word. The checks, the rules and services, and the journeys run beside each other, so that no core waits.
 */
const ROOT = join(import.meta.dirname, "..");
const TELL_EVERY_MS = 15_000;
const cores = availableParallelism();
const word = process.argv[2];

const events = new Map<string, TestEvent>();
/** What failed without being a test: a check, a file that does not load. */
const otherFailures: string[] = [];
let passedChecks = 0;
const running: RunningLayer[] = [];
let isGivenUp = false;
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(signal, () => void giveUp());

keepFilesInMemory();
const prepared = word ? null : prepareShop();
// Where it does not open, each test fills a shop of its own, as it does when it runs alone.
const preparing = prepared?.ready.then((error) => {
  if (error) otherFailures.push(error.message);
});
const progress = trackProgress(
  join(ROOT, ".cache", word ? "no-times.json" : "file-times.json"),
  join(import.meta.dirname, "test-run", "first-times.json"),
);
console.log(word ? `\nTests about ${word}` : "\nChecks, rules, services and journeys");
const ticker = setInterval(
  () => console.log(`  ${word ? `${events.size} done` : progress.line()}`),
  TELL_EVERY_MS,
);
await Promise.all([word ? undefined : check(), preparing, ...testsOf(word).map(run), runJourneys()]);
clearInterval(ticker);
prepared?.remove();
if (!word) progress.keep();
if (word && events.size === 0 && otherFailures.length === 0) {
  otherFailures.push(`No test's file or title has "${word}".`);
}
const { passed, failed } = printReport([...events.values()], otherFailures);
console.log(`\n${passed + passedChecks} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Rules and services. */
function testsOf(wanted: string | undefined): Layer[] {
  const vitest = (name: string, args: string[]): Layer => ({
    name,
    program: "vitest",
    args: [
      ...["run", "--passWithNoTests", `--reporter=${join(ROOT, "scripts/test-run/vitest-reporter.ts")}`],
      // One that fails is tried once more, as journeys are, and told as flaky if it then holds.
      "--retry=1",
      // Both layers wait as well as work, and the services have more of it to do: they would be left over at the end.
      ...[`--maxWorkers=${cores + 1}`, ...args],
    ],
    env: {},
  });
  const layers: Layer[] = [];
  if (wanted) {
    const files = globSync("{app,scripts,server,packages,tests,supabase}/**/*.test.{ts,tsx}", {
      cwd: ROOT,
    });
    const byFile = files.filter((file) => file.includes(wanted));
    // Only files that hold the word are loaded to look at their titles.
    const byTitle = files.filter(
      (file) => !byFile.includes(file) && readFileSync(join(ROOT, file), "utf8").includes(wanted),
    );
    if (byFile.length > 0) layers.push(vitest("rules and services by file", byFile));
    if (byTitle.length > 0)
      layers.push(vitest("rules and services by title", ["-t", asPattern(wanted), ...byTitle]));
  } else layers.push(vitest("rules and services", []));
  return layers;
}

/** Most are in a copy of the prepared shop, and wait for it; a Chromium that is missing is installed meanwhile. */
async function runJourneys(): Promise<void> {
  try {
    const [chromium] = await Promise.all([findChromium(), preparing]);
    await run({
      name: "journeys",
      program: "playwright",
      args: [
        ...["test", "--pass-with-no-tests", `--workers=${cores}`],
        ...[`--reporter=${join(ROOT, "scripts/test-run/playwright-reporter.ts")}`],
        ...(word ? ["--grep", asPattern(word)] : []),
      ],
      env: { CHROMIUM_PATH: chromium },
    });
  } catch (error) {
    otherFailures.push((error as Error).message);
  }
}

function asPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

async function check(): Promise<void> {
  const failed = await runChecks(STATIC_CHECKS);
  otherFailures.push(...failed);
  passedChecks = STATIC_CHECKS.length - failed.length;
}

async function run(layer: Layer): Promise<void> {
  let failures = 0;
  if (isGivenUp) return;
  const started = runLayer({ ...layer, env: { ...layer.env, ...prepared?.env } }, (event) => {
    if (event.kind === "planned") return progress.plan(event.count);
    events.set(keyOf(event), event);
    progress.add(event);
    if (event.outcome !== "failed") return;
    failures += 1;
    console.log(`  FAILED ${event.file} › ${event.title}`);
  });
  running.push(started);
  const { code, output } = await started.ended;
  if (!word) console.log(`  ${layer.name} are done`);
  // A file that does not load fails no test.
  if (code !== 0 && failures === 0)
    otherFailures.push(`${layer.name} ended with ${code}:\n${output.slice(-6000)}`);
}

/** Whoever started this has gone, or wants it to end: what it opened ends with it. */
async function giveUp(): Promise<void> {
  isGivenUp = true;
  for (const { child } of running) child.kill("SIGINT");
  await Promise.all(running.map(({ ended }) => ended));
  await preparing;
  prepared?.remove();
  process.exit(130);
}
