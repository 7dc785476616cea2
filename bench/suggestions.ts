import type { Page } from "@playwright/test";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import queries from "#scripts/test-environment/search-queries.json" with { type: "json" };
import { launchChromium } from "../scripts/find-chromium.ts";

const GOAL_MS = 100;
const WORDS = 30;
const SETTLED_MS = 500;

/**
 * `npm run bench -- suggestions`: measures the time from the last keystroke to the frame that shows its suggestions,
 * including the debounce, in a browser; compared with any response of the store in the same page. None of the queries
 * is cached.
 */
export async function measureSuggestions({ origin }: BenchShop): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${origin}/about`, { waitUntil: "networkidle" });
    const box = page.getByRole("combobox", { name: "Search the store" });
    const shown: number[] = [];
    const answerTimes: number[] = [];
    for (const { typed } of queries.slice(0, WORDS)) {
      await box.fill(typed.slice(0, -1));
      // Load the suggestions for the word without its last letter before that letter is typed.
      await page.waitForTimeout(SETTLED_MS);
      const shownAt = untilSuggested(page);
      await box.press(typed.slice(-1));
      const ms = await shownAt;
      if (ms !== null) shown.push(ms);
      answerTimes.push(await timeOfAnswer(page));
    }
    const [ours, theirs] = [shown, answerTimes].map((times) => times.sort((a, b) => a - b));
    const at = (times: number[] = [], part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    const line = (name: string, times: number[] | undefined) =>
      console.log(`  ${name.padEnd(34)} median ${at(times, 0.5).toFixed(1)} ms, p90 ${at(times, 0.9).toFixed(1)} ms`);
    console.log(`\nFrom the last keystroke to its suggestions, ${shown.length} words, goal ${GOAL_MS} ms`);
    line("the store", ours);
    line("any response, in the same page", theirs);
    console.log(`  ratio ${(at(ours, 0.5) / at(theirs, 0.5)).toFixed(1)}`);
  } finally {
    await browser.close();
  }
}

/**
 * Returns the milliseconds from the next keystroke to the frame after its response was rendered; null without a
 * response within two seconds.
 */
function untilSuggested(page: Page): Promise<number | null> {
  return page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<number | null>();
    let pressedAt = 0;
    const press = (event: KeyboardEvent) => {
      pressedAt = event.timeStamp;
    };
    window.addEventListener("keydown", press, { once: true, capture: true });
    const observer = new PerformanceObserver((list) => {
      const came = list.getEntries().some(({ name }) => name.includes("/search/suggestions"));
      if (pressedAt === 0 || !came) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressedAt)));
    });
    observer.observe({ type: "resource" });
    setTimeout(() => resolve(null), 2000);
    return promise;
  });
}

function timeOfAnswer(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const from = performance.now();
    await (await fetch("/healthz")).text();
    return performance.now() - from;
  });
}
