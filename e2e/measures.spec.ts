import { DEMO_OWNER, expect, logIn, test } from "./fixtures/shop-test.ts";

/** Sizes that the specification states in numbers. */

test("the root font is 62.5% and the web font is used", async ({ page }) => {
  await page.goto("/about");
  const [size, family] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).fontSize,
    getComputedStyle(document.body).fontFamily,
  ]);
  expect(size).toBe("10px");
  expect(family).toMatch(/^"?Source Sans 3/);
});

test("cards are 200 px wide in the strip and at most 250 px on listings", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/home");
  const strip = await page.locator("#wearsandStyles").getByRole("article").first().boundingBox();
  expect(Math.round(strip?.width ?? 0)).toBe(200);
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/condiments");
    const card = await page.getByRole("main").getByRole("article").first().boundingBox();
    expect([width, (card?.width ?? 999) <= 250]).toEqual([width, true]);
  }
});

test("buttons come in three sizes and three variations", async ({ page }) => {
  await page.goto("/home");
  const sizes = await page
    .locator("[data-variation][data-size]")
    .evaluateAll((found) => found.map((each) => each.getAttribute("data-size")));
  expect(sizes.length).toBeGreaterThan(10);
  // "fluid" is the hero's: large above 768 px, medium otherwise.
  expect(sizes.filter((size) => !["large", "medium", "small", "fluid"].includes(size ?? ""))).toEqual([]);
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Login" })).toHaveAttribute("data-variation", "primary");
  await expect(page.getByRole("button", { name: /Google/ })).toHaveAttribute("data-variation", "secondary");
});

test("a modal is at most 500 px wide and 90% of the view high, and the page under it does not scroll", async ({
  page,
}) => {
  await logIn(page, DEMO_OWNER);
  await page.goto("/condiments");
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
