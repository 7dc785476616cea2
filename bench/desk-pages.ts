import { loadavg } from "node:os";
import { connect } from "@calabash/data-service/database";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { launchChromium } from "../scripts/find-chromium.ts";
import { median } from "./measure.ts";
import { signInOwner } from "./opened-desk.ts";

const PRODUCTS = 10_000;
const ROUNDS = 5;
const WHEEL_TURNS = 120;
/** A fast fling: 18,000 px a second at 60 frames. */
const WHEEL_PX = 300;
const GOAL_MS = 50;
/** Pages, each with a selector that matches once its first load is complete. */
const PAGES = [
  ["/desk", "article[aria-label^='Order ']"],
  ["/desk/products", "[role=grid] [role=row]:nth-child(2)"],
  ["/desk/reports", "main svg"],
] as const;

/**
 * `npm run bench -- desk-pages`: measures the compressed JavaScript that staff pages load first, and the browser's
 * longest tasks while the wheel scrolls through a table of 10,000 products, at 1280 px.
 */
export async function measureDeskPages({ origin, databaseUrl }: BenchShop): Promise<void> {
  const browser = await launchChromium();
  try {
    const context = await newContext(browser, origin);
    const page = await context.newPage();
    await signInOwner(page);
    const storageState = await context.storageState();
    console.log("\nJavaScript loaded first, compressed");
    for (const [path, drawn] of PAGES) {
      const fresh = await newContext(browser, origin, storageState);
      const bytes = await scriptBytes(await fresh.newPage(), path, drawn);
      console.log(`  ${path.padEnd(18)} ${(bytes / 1000).toFixed(0).padStart(5)} kB`);
      await fresh.close();
    }
    await fill(databaseUrl);
    console.log(`\nTasks while scrolling a table of ${PRODUCTS} products, goal ${GOAL_MS} ms, ${ROUNDS} rounds`);
    const rounds: LongestTask[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await longestTask(browser, page));
    const [cpuMs, wallMs] = [median(rounds.map((round) => round.cpuMs)), median(rounds.map((round) => round.wallMs))];
    console.log(
      `  longest task: median ${cpuMs.toFixed(0)} ms of CPU, ${wallMs.toFixed(0)} ms wall time; system load ${loadavg()[0]?.toFixed(1)}${cpuMs > GOAL_MS ? "   above the goal" : ""}`,
    );
  } finally {
    await browser.close();
  }
}

function newContext(
  browser: Browser,
  baseURL: string,
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 900 },
    serviceWorkers: "block",
    ...(storageState ? { storageState } : {}),
  });
}

/**
 * Returns the compressed size of all scripts, from navigation until the page has rendered and loaded nothing for a
 * second.
 */
async function scriptBytes(page: Page, path: string, drawn: string): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  let lastAt = performance.now();
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.url.endsWith(".js")) scripts.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    bytes += encodedDataLength;
    lastAt = performance.now();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(drawn).first().waitFor();
  while (performance.now() - lastAt < 1000) await page.waitForTimeout(100);
  return bytes;
}

/**
 * The longest task by CPU time and the longest by wall time, which includes the time of other programs on the machine.
 */
type LongestTask = { cpuMs: number; wallMs: number };

/** Measures the tasks of the page's main thread in Chromium's trace of one scroll through the table. */
async function longestTask(browser: Browser, page: Page): Promise<LongestTask> {
  await page.goto("/desk/products");
  await page.locator("[role=grid] [role=row]:nth-child(12)").waitFor();
  // Wait until all rows are loaded, so that only scrolling is measured.
  await page.getByText(`${PRODUCTS} products`).waitFor();
  await page.locator("[role=grid]").hover();
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
    await page.mouse.wheel(0, WHEEL_PX);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; pid: number; tid: number; dur?: number; tdur?: number; args: { name?: string } }[];
  };
  const mains = trace.traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = trace.traceEvents.filter(
    ({ name, pid, tid }) =>
      name === "ThreadControllerImpl::RunTask" && mains.some((main) => main.pid === pid && main.tid === tid),
  );
  if (tasks.length === 0) throw new Error("The trace has no tasks of the page's main thread.");
  return {
    cpuMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    wallMs: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
  };
}

async function fill(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl, { max: 1, applicationName: "bench" });
  await sql`
    insert into public.products (category, name, price, size, description_header, description, img1, availability)
    select category, name || ' ' || number, price, size, description_header, description, img1, 'available'
    from public.products cross join generate_series(1, ${Math.ceil(PRODUCTS / 100)}::int) as number
    order by number limit ${PRODUCTS} - (select count(*) from public.products)`;
  await sql.end();
}
