import type { Page } from "@playwright/test";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "#supabase/seed/seed-demo-shop.ts";
import { launchChromium } from "../scripts/find-chromium.ts";
import { median } from "./measure.ts";

const GOAL_MS = 300;
const ROUNDS = 9;

/**
 * Measures the time from navigation to the frame in which the page's content is visible, in a 1280 px browser where the
 * owner is logged in and has opened the page before: the order board, compared with a page that makes no database
 * query.
 * @param name printed label of the measurement
 */
export async function measureOpenedDesk({ origin }: BenchShop, name: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 900 } });
    await signInOwner(page);
    const desk = await timeOf(page, "/desk", "article[aria-label^='Order ']");
    const plain = await timeOf(page, "/about", "main h2");
    console.log(
      `  ${name.padEnd(44)} ${desk.toFixed(0).padStart(8)} ms, compared with ${plain.toFixed(0)} ms for /about (ratio ${(desk / plain).toFixed(1)})${desk > GOAL_MS ? `   above the goal of ${GOAL_MS} ms` : ""}`,
    );
  } finally {
    await browser.close();
  }
}

async function signInOwner(page: Page): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(DEMO_ACCOUNTS.find(({ role }) => role === "admin")?.email ?? "");
  await page.getByLabel("Password").fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/desk/today");
}

async function timeOf(page: Page, path: string, drawn: string): Promise<number> {
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    await page.goto(path, { waitUntil: "commit" });
    const ms = await page.evaluate(async (selector) => {
      while (!document.querySelector(selector)) {
        await new Promise((next) => requestAnimationFrame(next));
      }
      await new Promise((next) => requestAnimationFrame(next));
      return performance.now();
    }, drawn);
    // The first round fills the browser's cache.
    if (round >= 0) times.push(ms);
  }
  return median(times);
}
