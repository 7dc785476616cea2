// Deep: every size that the specification states in numbers.
import { firstAdd, navigateTo } from "./fixtures/navigate.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_OWN_WIDTHS, AT_PHONE } from "./fixtures/widths.ts";

/** Sizes that the specification states in numbers. */

test("a listing's sizes follow the screen", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  await page.goto("/condiments");
  await test.step("a listing's columns are at least 250 px wide, 300 from 768, and a card at most 250", async () => {
    for (const [width, columns, minWidth] of [
      [620, 2, 250],
      [768, 2, 300],
      [1024, 3, 300],
      [1280, 4, 300],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const cards = page.getByRole("main").getByRole("article");
      const grid = page
        .getByRole("main")
        .getByRole("list")
        .filter({ has: page.getByRole("article") });
      const tracks = await grid.evaluate((list) =>
        getComputedStyle(list).gridTemplateColumns.split(" ").map(Number.parseFloat),
      );
      expect([width, tracks.length, Math.min(...tracks) >= minWidth]).toEqual([width, columns, true]);
      expect(Math.round((await cards.first().boundingBox())?.width ?? 0)).toBe(250);
    }
  });
  await test.step("with one column, cards are horizontal and full width, six in a phone's first view", async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const cards = page.getByRole("main").getByRole("article");
      const [first, sixth] = [await cards.first().boundingBox(), await cards.nth(5).boundingBox()];
      expect([width, Math.round(first?.width ?? 0) >= width - 32 - 15]).toEqual([width, true]);
      if (width === 390) expect((sixth?.y ?? 0) + (sixth?.height ?? 999)).toBeLessThanOrEqual(844);
      const add = await cards
        .first()
        .getByRole("button", { name: /^Add to Cart/ })
        .boundingBox();
      const picture = await cards.first().locator("img").boundingBox();
      expect((picture?.x ?? 999) + (picture?.width ?? 999)).toBeLessThan(add?.x ?? 0);
    }
  });
});

test("buttons come in three sizes and three variations", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/home");
  const sizes = await page
    .locator("[data-variation][data-size]")
    .evaluateAll((found) => found.map((each) => each.getAttribute("data-size")));
  expect(sizes.length).toBeGreaterThan(10);
  // The hero's buttons are "fluid": large above 768 px, medium otherwise.
  expect(sizes.filter((size) => !["large", "medium", "small", "fluid"].includes(size ?? ""))).toEqual([]);
  await navigateTo(page, "/auth");
  await expect(page.getByRole("button", { name: "Log in" })).toHaveAttribute("data-variation", "primary");
  await expect(page.getByRole("button", { name: /Google/ })).toHaveAttribute("data-variation", "secondary");
});

test("dialogs, menus, and toasts have their specified sizes", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/condiments");
  await test.step("a modal is at most 500 px wide and 90% of the viewport high, over a page that does not scroll", async () => {
    await page.getByRole("button", { name: "Add Item" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    const box = await dialog.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(box?.width ?? 999).toBeLessThanOrEqual(500);
    expect(box?.height ?? 9999).toBeLessThanOrEqual(height * 0.9 + 1);
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    expect(await scrolling()).toBe("hidden");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(await scrolling()).not.toBe("hidden");
  });
  await test.step("a toast is below the header, so that cart and menu stay usable", async () => {
    await firstAdd(page).click();
    const message = page.getByRole("status").filter({ hasText: "Item added to cart" });
    await expect(message).toBeVisible();
    const header = await page.getByRole("banner").boundingBox();
    const shown = await message.boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Number.POSITIVE_INFINITY));
    await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
    await expect(page).toHaveURL("/cart");
  });
});

test("from 768 px on, the hero's images are shown in full, with every label", { tag: AT_OWN_WIDTHS }, async ({
  page,
}) => {
  await page.goto("/home");
  await test.step("the root font is 62.5% and the web font is used", async () => {
    const [size, family] = await page.evaluate(() => [
      getComputedStyle(document.documentElement).fontSize,
      getComputedStyle(document.body).fontFamily,
    ]);
    expect(size).toBe("10px");
    expect(family).toMatch(/^"?Source Sans 3/);
  });
  for (const [width, height] of [
    [768, 1024],
    [1280, 900],
    [1280, 640],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const shown = await page.getByRole("region", { name: "Welcome" }).locator("img").first().boundingBox();
    expect((shown?.width ?? 0) / (shown?.height ?? 1)).toBeCloseTo(4 / 3, 1);
  }
  await test.step("cards are 200 px wide in the strip", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const strip = await page.locator("#wearsandStyles").getByRole("article").first().boundingBox();
    expect(Math.round(strip?.width ?? 0)).toBe(200);
  });
});
