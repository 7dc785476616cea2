import { newDataDir } from "#scripts/test-environment/shop-process.ts";
import { openOwnShop } from "./fixtures/own-shop.ts";
import { blankPictures } from "./fixtures/pictures.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_OWN_WIDTHS, VERDICT } from "./fixtures/widths.ts";

test("a newly started store shows every image in view, on a phone and on a desktop", {
  tag: [AT_OWN_WIDTHS, VERDICT],
}, async ({ page }) => {
  const shop = await openOwnShop({}, newDataDir());
  try {
    for (const [width, height] of [
      [390, 844],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${shop.origin}/home`);
      await expect.poll(() => blankPictures(page)).toEqual([]);
      await page.locator("#wearsandStyles").evaluate((strip) => strip.scrollIntoView({ behavior: "instant" }));
      await expect.poll(() => blankPictures(page)).toEqual([]);
      await page.locator("#wearsandStyles").getByRole("article").first().getByRole("link").last().click();
      await expect(page).toHaveURL(/\/products\/wears\/\d+$/);
      await expect.poll(() => blankPictures(page)).toEqual([]);
      const thumbnails = page.getByRole("button", { name: /^Show image \d of \d$/ });
      for (const thumbnail of await thumbnails.all()) {
        await thumbnail.click();
        await expect.poll(() => blankPictures(page)).toEqual([]);
      }
    }
  } finally {
    // Ignores failures of requests that are cut off when the store closes.
    await page.goto("about:blank");
    await shop.close();
  }
});
