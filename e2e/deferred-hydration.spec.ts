import { firstAdd } from "./fixtures/navigate.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test("home hydrates below its first screen on demand, and the first press there counts", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page }) => {
  await page.goto("/home");
  // React adds a property to every hydrated element.
  const isAlive = (selector: string) =>
    page.locator(selector).evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react")));
  await expect.poll(() => isAlive("header")).toBe(true);
  const row = page.locator("#meatandSeaFood");
  expect(await isAlive("#meatandSeaFood")).toBe(false);
  // A tap without a preceding hover.
  await firstAdd(row).tap();
  await expect(page.getByRole("banner").getByRole("link", { name: /^Cart\s*1 item/ })).toBeVisible();
  expect(await isAlive("#meatandSeaFood")).toBe(true);
});
