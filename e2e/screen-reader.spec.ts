// Deep: where the focus goes after navigation, and what is announced.
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

/** Screen readers announce new pages and new totals (WCAG 2.2, 4.1.3). */

test("following a link moves the focus to the new page's heading", async ({ page }) => {
  await page.goto("/condiments");
  const heading = page.getByRole("main").getByRole("heading", { level: 1 });
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).first().press("Enter");
  await expect(page).toHaveURL("/about");
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/condiments");
  await expect(heading).toHaveText("Condiments");
  await expect(heading).toBeFocused();
  await page.getByRole("main").getByRole("article").first().getByRole("link").last().press("Enter");
  await expect(page).toHaveURL(/\/products\/condiments\//);
  await expect(heading).toBeFocused();
});

test("pagination and a first visit do not move the focus", { tag: AT_DESKTOP }, async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL("/home");
  await expect(page.getByRole("heading", { level: 1 })).not.toBeFocused();
  await page.goto("/condiments");
  await page.getByRole("main").locator("summary").filter({ hasText: "Sort and filter" }).press("Enter");
  await page.getByRole("checkbox", { name: /^On sale/ }).press("Space");
  await expect(page).toHaveURL("/condiments?offer=yes");
  await expect(page.getByRole("checkbox", { name: /^On sale/ })).toBeFocused();
});

test("the cart reports its new total when a quantity changes", async ({ page }) => {
  await openFilledCart(page, [{ name: "Red Palm Oil", quantity: 1 }]);
  const total = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Total/ });
  await expect(total).toHaveText(/^Total \(1 item\): \$/);
  const before = await total.textContent();
  await page.getByRole("button", { name: "One more" }).first().click();
  await expect(total).toHaveText(/^Total \(2 items\): \$/);
  expect(await total.textContent()).not.toBe(before);
});
