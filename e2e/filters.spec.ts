// Deep: Back and Forward, keyboard, and focus in the filter panel at both widths.
import type { Page } from "@playwright/test";
import { watchShifts } from "./fixtures/shifts.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

/** Sorting and filtering of listings and search results. */

const main = (page: Page) => page.getByRole("main");

const opener = (page: Page) => main(page).locator("summary").filter({ hasText: "Sort and filter" });

const cards = (page: Page) => main(page).getByRole("article");

const chosen = (page: Page) => main(page).getByRole("list", { name: "Selected filters" });

const count = (page: Page) =>
  main(page)
    .getByRole("status")
    .filter({ hasText: /products?$/ });

const numberOf = (text: string | null) => Number.parseInt(text ?? "", 10);

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

test("a listing is sorted and filtered by keyboard without a reload, and Back and Forward follow", async ({ page }) => {
  await page.goto("/condiments");
  await page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""));
  const all = (await count(page).textContent()) ?? "";
  await opener(page).press("Enter");
  await expectAccessible(page, "main details");
  const offer = main(page).getByRole("checkbox", { name: /^On sale/ });
  await offer.press("Space");
  await expect(page).toHaveURL("/condiments?offer=yes");
  await expect(offer).toBeFocused();
  await expect(offer).toBeChecked();
  await expect(count(page)).not.toHaveText(all);
  // Other tests add and reduce products at the same time: the page's own number counts.
  const offerCount = numberOf(await count(page).textContent());
  expect(offerCount).toBeGreaterThan(1);
  await expect(cards(page).filter({ hasText: "Save" })).toHaveCount(offerCount);
  await main(page).getByLabel("Sort by").selectOption("Price");
  await expect(page).toHaveURL("/condiments?sort=price&offer=yes");
  await expect(chosen(page).getByRole("link")).toHaveText(["Remove Sorted: Price", "Remove On sale", "Clear all"]);
  await expectSorted(page);
  const prices = await pricesOn(page);
  await main(page)
    .getByRole("button", { name: /^Show \d+ products$/ })
    .click();
  await expect(offer).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expectAccessible(page, "main details, ul[aria-label='Selected filters']");

  await page.goBack();
  await expect(page).toHaveURL("/condiments?offer=yes");
  await expect(chosen(page).getByRole("link")).toHaveText(["Remove On sale"]);
  await page.goBack();
  await expect(page).toHaveURL("/condiments");
  await expect.poll(() => count(page).textContent().then(numberOf)).toBeGreaterThanOrEqual(numberOf(all));
  await opener(page).click();
  await expect(offer).not.toBeChecked();
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL("/condiments?sort=price&offer=yes");
  await expect(offer).toBeChecked();
  await expect(main(page).getByLabel("Sort by")).toHaveValue("price");
  await expect.poll(() => pricesOn(page)).toEqual(prices);

  await page.keyboard.press("Escape");
  await expect(offer).toBeHidden();
  await chosen(page).getByRole("link", { name: "Remove Sorted: Price" }).press("Enter");
  await expect(page).toHaveURL("/condiments?offer=yes");
  await expect(opener(page)).toBeFocused();
  await chosen(page).getByRole("link", { name: "Remove On sale" }).press("Enter");
  await expect(page).toHaveURL("/condiments");
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-same-page"))).toBe(true);
});

test("pages of a filtered listing keep the filters, and the panel shifts nothing", async ({ page }) => {
  await watchShifts(page);
  await page.goto("/condiments?sort=name");
  const first = await cards(page).first().boundingBox();
  await opener(page).click();
  expect(await cards(page).first().boundingBox()).toEqual(first);
  await page.keyboard.press("Escape");
  const names = await cards(page).getByRole("heading").allTextContents();
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/condiments?sort=name&page=2");
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  const more = await cards(page).getByRole("heading").allTextContents();
  expect(more[0]?.localeCompare(names.at(-1) ?? "", "en")).toBe(1);
  await opener(page).click();
  await main(page)
    .getByRole("checkbox", { name: /^On sale/ })
    .check();
  await expect(page).toHaveURL("/condiments?sort=name&offer=yes");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form and links sort and filter the listing", { tag: [AT_PHONE, VERDICT] }, async ({ page }) => {
    await page.goto("/search?q=rice");
    await opener(page).click();
    await main(page).getByLabel("Sort by").selectOption("Price");
    await main(page).getByRole("checkbox", { name: /^fish/ }).check();
    await main(page)
      .getByRole("checkbox", { name: /^wheat/ })
      .check();
    await main(page)
      .getByRole("button", { name: /^Show \d+ products/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Search: rice" })).toBeVisible();
    await expect(chosen(page).getByRole("link")).toHaveText(
      "Remove Sorted: Price | Remove Free of fish | Remove Free of wheat | Clear all".split(" | "),
    );
    await expectSorted(page);
    await chosen(page).getByRole("link", { name: "Remove Free of wheat" }).click();
    await expect(page).toHaveURL("/search?q=rice&sort=price&free=fish");
    await chosen(page).getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/search?q=rice");
  });
});
