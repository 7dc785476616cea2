import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures/shop-test.ts";

const START = "**/assets/entry.client-*.js";

/** Pictures may take more than three seconds on a busy machine; that the scripts then come anyway is not asked here. */
function forgetPatience(): void {
  const { setTimeout } = window;
  window.setTimeout = ((work: TimerHandler, ms?: number) =>
    ms === 3000 ? 0 : setTimeout(work, ms)) as typeof window.setTimeout;
}

/** Holds the script that brings a page to life. @returns lets it come */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<Route>();
  await page.route(START, (route) => asked.resolve(route), { times: 1 });
  return async () => (await asked.promise).continue();
}

for (const path of ["/home", "/condiments"]) {
  test(`on ${path} no script is on the line before the first pictures are there`, async ({ page }) => {
    await page.addInitScript(forgetPatience);
    await page.goto(path);
    const { pictures, scripts } = await page.evaluate(() => {
      const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const first = [...document.querySelectorAll<HTMLImageElement>("img[fetchpriority=high]")];
      const shown = new Set(first.map((image) => image.currentSrc));
      return {
        pictures: loaded.filter(({ name }) => shown.has(name)).map(({ responseEnd }) => responseEnd),
        scripts: loaded.filter(({ name }) => name.endsWith(".js")).map(({ startTime }) => startTime),
      };
    });
    expect(pictures.length).toBeGreaterThan(0);
    expect(scripts.length).toBeGreaterThan(0);
    expect(Math.min(...scripts)).toBeGreaterThanOrEqual(Math.max(...pictures));
  });
}

test.describe("without anything but the page itself", () => {
  test.use({ expectedRefusals: ["/assets/"] });

  test("the page is drawn as it should be", async ({ page }) => {
    await page.route("**/assets/*.css", (route) => route.abort());
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/condiments", { waitUntil: "domcontentloaded" });
    const card = page.getByRole("article").first();
    await expect(card).toBeVisible();
    expect(await card.evaluate((element) => getComputedStyle(element).display)).not.toBe("block");
  });
});

test("a button that is pressed before its script has come is pressed again when it has, once", async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto("/condiments", { waitUntil: "domcontentloaded" });
  const add = page.getByRole("button", { name: /^Add to Cart/ }).first();
  await add.click();
  await add.click();
  await expect(page.getByText("Item added to cart")).toHaveCount(0);
  await release();
  await expect(page.getByText("Item added to cart")).toHaveCount(1);
  await page.goto("/cart");
  await expect(page.getByRole("textbox", { name: /^Quantity of/ })).toHaveValue("1");
});
