import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, test } from "./page-test.tsx";

/** Sorting and filtering of listings and search results. */

const main = (page: Page) => page.getByRole("main");

const opener = (page: Page) => main(page).locator("summary").filter({ hasText: "Sort and filter" });

const cards = (page: Page) => main(page).getByRole("article");

const count = (page: Page) =>
  main(page)
    .getByRole("status")
    .filter({ hasText: /products?$/ });

/** Returns the prices on the cards, in dollars. */
async function pricesOn(page: Page): Promise<number[]> {
  return (await cards(page).getByRole("strong").allTextContents()).map((text) => Number(text.replace(/^.*\$/, "")));
}

/** Sorted by price, ascending. */
async function expectSorted(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const prices = await pricesOn(page);
      return prices.length > 1 && prices.join() === prices.toSorted((a, b) => a - b).join();
    })
    .toBe(true);
}

test("a filter without matches offers one button to clear all filters", async ({ page }) => {
  await page.goto("/condiments?storage=frozen&free=milk");
  await expect(main(page).getByText("No products match all filters.")).toBeVisible();
  await expect(count(page)).toHaveText("0 products");
  await expectAccessible();
  await main(page)
    .getByRole("link", { name: /^show all \d+ products/ })
    .click();
  await expect(page).toHaveURL("/condiments");
  await expect(cards(page)).toHaveCount(8);
});

test("search results are sorted and filtered, and keep the query", async ({ page }) => {
  await page.goto("/search?q=rice");
  await opener(page).click();
  await expect(main(page).getByLabel("Sort by")).toHaveValue("");
  await main(page).getByLabel("Sort by").selectOption("Price");
  await expect(page).toHaveURL("/search?q=rice&sort=price");
  await expectSorted(page);
  await main(page).getByRole("checkbox", { name: /^fish/ }).check();
  await expect(page).toHaveURL("/search?q=rice&sort=price&free=fish");
  await expect(page.getByRole("heading", { level: 1, name: "Search: rice" })).toBeVisible();
  await expectAccessible("main details, ul[aria-label='Selected filters']");
  await main(page).getByRole("link", { name: "Clear all" }).first().click();
  await expect(page).toHaveURL("/search?q=rice");
});
