import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import { openShop } from "#scripts/test-environment/open-demo-shop.ts";
import { CHROMIUM_FLAGS, findChromium } from "../scripts/find-chromium.ts";
import { median } from "./measure.ts";

/**
 * `npm run lighthouse`: runs Lighthouse with its mobile setting five times on each public page of a new demo store.
 * Prints the medians and writes them to docs/lighthouse.md; with page arguments, as in `npm run lighthouse -- /home`,
 * it measures only these and writes nothing. With `--budgets` it runs once and fails for a page with a score below 100,
 * other than performance, or a larger layout shift than MAX_SHIFT. Map tiles are blocked: not every machine can reach a tile server, and the
 * contact page must be good without them. Lighthouse has its own package.json, because it installs half as many files
 * as all other packages together, and no test needs it.
 */
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const LIGHTHOUSE = join(import.meta.dirname, "lighthouse", "node_modules", "lighthouse", "cli", "index.js");
const METRICS = {
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
} as const;

/** The fields of Lighthouse's result that the report uses. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

/** Largest cumulative layout shift of a page. Unlike LCP and TBT, it does not depend on the machine. */
const MAX_SHIFT = 0.02;

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { budgets: { type: "boolean", default: false } },
});
const RUNS = values.budgets ? 1 : 5;
const wrong = named.find((page) => !page.startsWith("/"));
if (wrong !== undefined) {
  console.error(`"${wrong}" is not a path. Use: npm run lighthouse -- /${wrong}`);
  process.exit(1);
}
const shop = await openShop();
await shop.hasPictures;
const chrome = await launch({ chromePath: await findChromium(), chromeFlags: ["--headless=new", ...CHROMIUM_FLAGS] });
const rows: string[] = [];
const exceeded: string[] = [];
try {
  const product = /\/products\/condiments\/\d+/.exec(await (await fetch(`${shop.origin}/condiments`)).text());
  const pages = ["/home", "/condiments", product?.[0] ?? "", "/blogs/1", "/about", "/contact"];
  for (const page of named.length > 0 ? named : pages) rows.push(measure(page));
} finally {
  chrome.kill();
  await shop.close();
}

const table = [
  "| Page | Performance | Accessibility | Best practices | SEO | LCP | TBT | CLS |",
  "| --- | --- | --- | --- | --- | --- | --- | --- |",
  ...rows,
].join("\n");
console.log(table);
if (values.budgets) {
  for (const budget of exceeded) console.log(`OVER BUDGET ${budget}`);
  process.exit(exceeded.length > 0 ? 1 : 0);
}
if (named.length === 0) writeReport();

function writeReport(): void {
  const report = join(import.meta.dirname, "..", "docs", "lighthouse.md");
  writeFileSync(
    report,
    `# Lighthouse\n\nMedians of ${RUNS} runs in Lighthouse's mobile setting (\`npm run lighthouse\`), on a machine with two shared cores;\ntimes on another machine will differ.\n\n${table}\n`,
  );
  spawnSync("biome", ["format", "--write", report], { stdio: "inherit" });
}

function measure(page: string): string {
  const runs: { scores: number[]; metrics: number[] }[] = [];
  const complaints = new Set<string>();
  for (let run = 0; run < RUNS; run += 1) {
    const { categories, audits } = readReport(`${shop.origin}${page}`);
    runs.push({
      scores: CATEGORIES.map((name) => (categories[name]?.score ?? 0) * 100),
      metrics: Object.values(METRICS).map((name) => audits[name]?.numericValue ?? Number.NaN),
    });
    for (const name of CATEGORIES.slice(1)) {
      for (const { id, weight } of categories[name]?.auditRefs ?? []) {
        const score = audits[id]?.score;
        if (weight > 0 && typeof score === "number" && score < 1) complaints.add(`${name}: ${id}`);
      }
    }
  }
  for (const complaint of complaints) console.log(`${page}: ${complaint}`);
  const scores = CATEGORIES.map((_, place) => median(runs.map((run) => run.scores[place] ?? 0)).toFixed(0));
  for (const [place, name] of CATEGORIES.entries()) {
    if (name !== "performance" && scores[place] !== "100") exceeded.push(`${page}: ${name} ${scores[place]}`);
  }
  const [lcp = 0, tbt = 0, cls = 0] = Object.keys(METRICS).map((_, place) =>
    median(runs.map((run) => run.metrics[place] ?? 0)),
  );
  if (!(cls <= MAX_SHIFT)) exceeded.push(`${page}: layout shift ${cls.toFixed(3)}`);
  const shown = page.replace(/\d+$/, "…");
  return `| ${shown} | ${scores.join(" | ")} | ${(lcp / 1000).toFixed(2)} s | ${tbt.toFixed(0)} ms | ${cls.toFixed(3)} |`;
}

/** Returns the report on a page. Retries if Lighthouse fails to record a page load, up to three attempts. */
function readReport(address: string): Report {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return runLighthouse(address);
    } catch (error) {
      if (attempt === 3) throw new Error(`Lighthouse failed on ${address} three times.`, { cause: error });
      console.log(`${address}: Lighthouse failed; trying again`);
    }
  }
}

function runLighthouse(address: string): Report {
  const response = execFileSync(
    process.execPath,
    [
      ...[LIGHTHOUSE, address, `--port=${chrome.port}`, "--output=json", "--output-path=stdout", "--quiet"],
      ...["--no-enable-error-reporting", `--only-categories=${CATEGORIES.join(",")}`],
      "--blocked-url-patterns=*tile.openstreetmap.org*",
    ],
    { encoding: "utf8", maxBuffer: 256 * 1024 * 1024, stdio: ["ignore", "pipe", "inherit"] },
  );
  return JSON.parse(response);
}
