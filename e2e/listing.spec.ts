// Deep: a listing's pages and its failure on a real connection.
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test.describe("loading the next page", () => {
  test.use({ expectedRejections: ["condiments.data", "Failed to fetch", "blog.data"] });

  test("a listing shows a spinner, then an error if it fails", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/condiments");
    await test.step("a spinner shows while the next page loads", async () => {
      const held = Promise.withResolvers<void>();
      await page.route(/condiments\.data/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByRole("link", { name: "Next" }).click();
      const spinner = page.getByRole("status").getByText("Loading...");
      await expect(spinner).toBeVisible();
      const response = page.waitForResponse(/condiments\.data/);
      held.resolve();
      expect((await response).ok()).toBe(true);
      await expect(page).toHaveURL("/condiments?page=2");
      await expect(spinner).toHaveCount(0);
      await page.unrouteAll({ behavior: "wait" });
    });
    await test.step("the spinner is above the menu whose link was pressed", async () => {
      const held = Promise.withResolvers<void>();
      await page.route(/drinkandbeverages\.data/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.getByText("Menu", { exact: true }).filter({ visible: true }).click();
      await page.getByRole("link", { name: "Drink and Beverages" }).filter({ visible: true }).click();
      // A press needs the spinner to be topmost.
      await page.getByRole("status").getByText("Loading...").click({ trial: true });
      held.resolve();
      await expect(page).toHaveURL("/drinkandbeverages");
      await page.unrouteAll({ behavior: "wait" });
      await page.goto("/condiments?page=2");
    });
    await test.step("an error replaces the products and appears as a toast", async () => {
      await page.route(/condiments\.data/, (route) => route.abort());
      await page.getByRole("link", { name: "Prev" }).click();
      await expect(page.getByRole("main").getByText("Failed to load products")).toBeVisible();
      await expect(page.getByRole("alert").getByText("Failed to load products").first()).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: "Condiments" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("article")).toHaveCount(0);
      await expectAccessible(page);
    });
  });
});
