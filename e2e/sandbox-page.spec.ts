// Deep: the payment sandbox's own pages.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

/** Opens the sandbox page of a demo payment. It holds back no events, because other tests pay at the same time. */
async function openDemoPayment(page: Page): Promise<void> {
  await page.goto("/sandbox/stripe");
  await expect(page.getByRole("heading", { level: 1, name: "Payment sandbox" })).toBeVisible();
  const demo = page.getByRole("link", { name: /, paid$/ });
  const older = page.getByRole("link", { name: "Older" });
  // The demo's payments are the oldest.
  while (await older.isVisible()) await older.click();
  await demo.last().click();
  await expect(page.getByRole("heading", { level: 2, name: "Refunds" })).toBeVisible();
}

test("the sandbox's pages are accessible", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/sandbox/stripe");
  await page.getByText("Test cards").click();
  await expect(page.getByText("4242 4242 4242 4242")).toBeVisible();
  await expectAccessible(page);
  await openDemoPayment(page);
  await expectAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, expectedRejections: ["/sandbox/stripe/actions/refund"] });

  test("a refund above the payment shows an error beside the payment", { tag: AT_DESKTOP }, async ({ page }) => {
    await openDemoPayment(page);
    await page.getByLabel("Amount in dollars").fill("9999.99");
    await page.getByRole("button", { name: "Refund amount" }).click();
    await expect(page.getByRole("alert")).toContainText("Refund amount ($9,999.99) is greater than");
    await expect(page.getByRole("button", { name: /^Refund all of/ })).toBeVisible();
  });
});
