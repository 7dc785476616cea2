// Deep: the payment sandbox's own pages.
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("the sandbox's pages are accessible", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/sandbox/stripe");
  await page.getByText("Test cards").click();
  await expect(page.getByText("4242 4242 4242 4242")).toBeVisible();
  await expectAccessible(page);
  const older = page.getByRole("link", { name: "Older" });
  // The demo's payments are the oldest. They hold back no events, because other tests pay at the same time.
  while (await older.isVisible()) await older.click();
  await page
    .getByRole("link", { name: /, paid$/ })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 2, name: "Refunds" })).toBeVisible();
  await expectAccessible(page);
});
