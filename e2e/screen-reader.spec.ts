import { expect, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

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
