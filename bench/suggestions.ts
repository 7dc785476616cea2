import { chromium, type Page } from "@playwright/test";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import queries from "#scripts/test-environment/search-queries.json" with { type: "json" };
import { findChromium } from "../scripts/find-chromium.ts";

const GOAL_MS = 100;
const WORDS = 30;
const SETTLED_MS = 500;
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"];

/**
 * From the last key to the frame in which its suggestions stand, as a browser draws them, with the pause that waits for
 * another key in it; beside it what any answer of the shop takes in that page. Nobody has asked for these words before.
 */
export async function measureSuggestions({ origin }: BenchShop): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${origin}/about`, { waitUntil: "networkidle" });
    const box = page.getByRole("combobox", { name: "Search the store" });
    const shown: number[] = [];
    const answerTimes: number[] = [];
    for (const { typed } of queries.slice(0, WORDS)) {
      await box.fill(typed.slice(0, -1));
      // The suggestions for the word without its last letter are loaded before that letter is typed.
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
      console.log(
        `  ${name.padEnd(34)} median ${at(times, 0.5).toFixed(1)} ms, of a hundred ninety under ${at(times, 0.9).toFixed(1)} ms`,
      );
    console.log(`\nFrom the last key to its suggestions, ${shown.length} words, goal ${GOAL_MS} ms`);
    line("the shop", ours);
    line("any answer, in the same page", theirs);
    console.log(`  ratio ${(at(ours, 0.5) / at(theirs, 0.5)).toFixed(1)}`);
  } finally {
    await browser.close();
  }
}

/** Milliseconds from the next key to the frame after its answer was drawn; null when no answer comes. */
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
