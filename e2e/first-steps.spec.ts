// Deep: the checklist with the checks of a running server.
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

test("the setup checklist shows what is missing and links to each setting", { tag: AT_DESKTOP }, async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/auth");
  await page.getByRole("link", { name: "Back office" }).click();
  const rail = page.getByRole("navigation", { name: "Back office" });
  await rail.getByRole("link", { name: "Settings" }).click();
  await rail.getByRole("link", { name: "Setup checklist" }).click();
  const step = (title: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(step("Your two-step verification")).toContainText("To do:");
  await expect(step("Stripe")).toContainText("The payment sandbox replaces Stripe");
  await expect(step("First product")).toContainText("Done:");
  await expectAccessible(page);
  const charge = step("Payments");
  await charge.getByRole("button", { name: "Test payment" }).press("Enter");
  await expect(charge.getByText("Payments work.")).toBeVisible();
  await expect(charge.getByRole("list").getByRole("listitem")).toHaveText([
    /^Good: Created a payment of \$0\.50: pi_\w+\.$/,
    "Good: The test card paid it.",
    "Good: The webhook arrived with a valid signature.",
    "Good: The refund succeeded.",
  ]);
  await expect(charge).toContainText("A charge in the sandbox was paid and refunded on");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check again" }).press("Enter");
  await expect(page.getByText(/^\d+ of \d+ steps are done\.$/)).toBeVisible();
  await page.getByRole("link", { name: /^Set up.*two-step verification$/ }).click();
  await expect(page).toHaveURL(/\/account$/);
});
