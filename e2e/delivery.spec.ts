// Deep: space reserved for the answer about a ZIP code.
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const check = (part: Locator) => part.getByRole("form", { name: "Delivery to your ZIP code" });

async function topOf(part: Locator): Promise<number> {
  return part.evaluate((element) => Math.round(element.getBoundingClientRect().top + window.scrollY));
}

async function expectAnswer(page: Page, part: Locator, zip: string): Promise<void> {
  await page.keyboard.type(zip);
  await expect(check(part).getByRole("status")).toHaveText(/^\d{5} \w+, [\d.]+ miles: /);
}

test("the answer about a ZIP code moves nothing in the menu and on home", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/condiments");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByText("Menu", { exact: true }).press("Enter");
  const below = menu.getByText("Products", { exact: true });
  await expect(check(menu)).toBeVisible();
  const before = await topOf(below);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(check(menu).getByLabel("Delivery to ZIP code")).toBeFocused();
  await expectAnswer(page, menu, "77338");
  expect(await topOf(below)).toBe(before);
  await expectAccessible(page, "nav[aria-label=Menu]");

  await page.goto("/home#whyChooseUs");
  const main = page.getByRole("main");
  await expect(check(main).getByLabel("Delivery to ZIP code")).toHaveValue("77338");
  const next = main.getByRole("heading", { name: "The real thing" });
  const place = await topOf(next);
  await check(main).getByLabel("Delivery to ZIP code").fill("");
  await expectAnswer(page, main, "77449");
  expect(await topOf(next)).toBe(place);
});
