// Deep: presses and input before hydration, on every kind of control.

import type { Page, Route } from "@playwright/test";
import { firstAdd } from "./fixtures/navigate.ts";
import { disableCache } from "./fixtures/shifts.ts";
import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const START = "**/assets/entry.client-*.js";

/**
 * Delays the script that hydrates the page.
 * @returns a function that lets it load
 */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const requested = Promise.withResolvers<Route>();
  await page.route(START, (route) => requested.resolve(route), { times: 1 });
  return async () => (await requested.promise).continue();
}

test("scripts load after the first images and before any press", { tag: VERDICT }, async ({ page }) => {
  await disableCache(page);
  for (const path of ["/home", "/condiments"]) {
    await test.step(`on ${path} scripts are requested after the first images and before any press`, async () => {
      await page.goto(path);
      const { pictures, scripts } = await page.evaluate(() => {
        const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        const first = [...document.querySelectorAll<HTMLImageElement>("img[fetchpriority=high]")];
        const shown = new Set(first.map((image) => image.currentSrc));
        return {
          pictures: loaded.filter(({ name }) => shown.has(name)).map(({ startTime }) => startTime),
          scripts: loaded.filter(({ name }) => name.endsWith(".js")).map(({ startTime }) => startTime),
        };
      });
      expect(pictures.length).toBeGreaterThan(0);
      expect(scripts.length).toBeGreaterThan(0);
      expect(Math.min(...scripts)).toBeGreaterThan(Math.max(...pictures));
    });
  }
  for (const path of ["/home", "/condiments"]) {
    await test.step(`on ${path} scripts load while the first images are still loading`, async () => {
      const pictures: Route[] = [];
      let isReleased = false;
      await page.route("**/storage/v1/render/image/**", (route) =>
        isReleased ? route.continue() : void pictures.push(route),
      );
      const script = page.waitForRequest(START);
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await script;
      isReleased = true;
      expect(pictures.length).toBeGreaterThan(0);
      for (const route of pictures) await route.continue();
      await expect(page.locator("html")).toHaveAttribute("data-scripts", "ready");
      await page.unrouteAll({ behavior: "wait" });
    });
  }
});

test.describe("without style sheets and scripts", () => {
  test.use({ expectedRejections: ["/assets/"] });

  test("a listing still has its card layout", async ({ page }) => {
    await page.route("**/assets/*.css", (route) => route.abort());
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto("/condiments", { waitUntil: "domcontentloaded" });
    const card = page.getByRole("article").first();
    await expect(card).toBeVisible();
    expect(await card.evaluate((element) => getComputedStyle(element).display)).not.toBe("block");
  });
});

test("a press before hydration is replayed once after hydration", { tag: AT_PHONE }, async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/condiments", { waitUntil: "domcontentloaded" });
  const add = firstAdd(page);
  await add.click();
  await add.click();
  await expect(page.getByText("Item added to cart")).toHaveCount(0);
  await release();
  await expect(page.getByText("Item added to cart")).toHaveCount(1);
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(page.getByRole("textbox", { name: /^Quantity of/ })).toHaveValue("1");
});

test("a menu opened on / before hydration stays open", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/", { waitUntil: "domcontentloaded" });
  const menu = page.getByRole("banner").locator("nav:not([aria-label=Language]) details:visible");
  await menu.locator("summary").click();
  await release();
  await expect(page).toHaveURL("/home");
  await expect(page.locator("html")).toHaveAttribute("data-scripts", "ready");
  await expect(menu.locator(":scope > div")).toBeVisible();
  await menu
    .getByRole("link", { name: "Blog" })
    .or(menu.getByRole("link", { name: "Condiments" }))
    .first()
    .click();
  await expect(page).not.toHaveURL("/home");
  await expect(menu.locator(":scope > div")).toBeHidden();
});

test("a size chosen before hydration is the one added to the cart", { tag: [AT_DESKTOP, VERDICT] }, async ({
  page,
}) => {
  const listing = await (await page.request.get("/africanwearandfashion")).text();
  const [dress = ""] = /\/products\/wears\/\d+/.exec(listing) ?? [];
  const release = await holdScripts(page);
  await page.goto(dress, { waitUntil: "domcontentloaded" });
  await page.getByRole("radio", { name: "M", exact: true }).check();
  await firstAdd(page).click();
  await release();
  await expect(page.getByText("Item added to cart")).toHaveCount(1);
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(page.getByText("Size M", { exact: true })).toBeVisible();
});

test("servings chosen before hydration set the recipe's quantities", { tag: AT_PHONE }, async ({ page }) => {
  const blog = await (await page.request.get("/blog?page=2")).text();
  const [, article = ""] = /href="(\/blogs\/\d+)"[^>]*>Ackee and Saltfish/.exec(blog) ?? [];
  const release = await holdScripts(page);
  await page.goto(article, { waitUntil: "domcontentloaded" });
  await page.getByLabel("Servings").selectOption("8");
  await page.getByRole("checkbox", { name: "Include Breadfruit" }).uncheck();
  await release();
  await expect(page.getByText("38 oz needed: 2 × 19 oz")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add 3 of 5 to cart" })).toBeVisible();
});

test("a quantity typed before hydration is added to the cart", { tag: AT_DESKTOP }, async ({ page }) => {
  const path = await findProductPath(page);
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await page.getByRole("textbox", { name: /^Quantity of/ }).fill("3");
  await firstAdd(page).click();
  await release();
  await expect(page.getByRole("link", { name: "In your cart: 3" })).toBeVisible();
});
