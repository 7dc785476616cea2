// Deep: images that load when their row scrolls.
import { blankPictures } from "./fixtures/pictures.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const MAX_BYTES = 250_000;

test("home loads visible images first, and others when their product row scrolls", async ({ page }) => {
  let bytes = 0;
  page.on("response", (response) => {
    if (response.request().resourceType() === "image") bytes += Number(response.headers()["content-length"]);
  });
  await page.goto("/home");
  await expect.poll(() => blankPictures(page)).toEqual([]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MAX_BYTES * ((page.viewportSize()?.width ?? 0) < 768 ? 1 : 2));

  const rows = page.locator("section", {
    has: page.getByRole("button", { name: /^Scroll .* on$/, includeHidden: true }),
  });
  const count = await rows.count();
  expect(count).toBeGreaterThan(7);
  for (let place = 0; place < count; place += 1) {
    const row = rows.nth(place).getByRole("list").first();
    await row.evaluate((element) => element.scrollIntoView({ behavior: "instant", block: "center" }));
    await expect.poll(() => blankPictures(page)).toEqual([]);
    const height = await row.evaluate((element) => element.getBoundingClientRect().height);
    for (const part of [0.5, 1]) {
      await row.evaluate(
        (element, to) => element.scrollTo({ left: element.scrollWidth * to, behavior: "instant" }),
        part,
      );
      await expect.poll(() => blankPictures(page)).toEqual([]);
    }
    // A new card in the row does not shift the content below.
    expect(await row.evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
  }
});

test("a product scrolled out of view is reached and added by keyboard", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/home");
  const last = page
    .locator("#wearsandStyles")
    .getByRole("button", { name: /Add to Cart/ })
    .last();
  await last.focus();
  await expect(last).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Item added to cart").first()).toBeVisible();
});
