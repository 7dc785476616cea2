import type { Locator, Page } from "@playwright/test";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

/** Elements of every page, and the sections of public pages in the order of the specification. */

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1000;

/** On a phone, the header's links are in the menu. */
async function openMenu(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByText("Menu", { exact: true }).filter({ visible: true }).click();
}

const headerLink = (page: Page, name: string): Locator =>
  page.locator("header, dialog").getByRole("link", { name, exact: true }).filter({ visible: true });

test("every page has a top bar, a header, and a footer", { tag: VERDICT }, async ({ page }) => {
  await page.goto("/about");
  await test.step("the top bar links to the account and four social profiles", async () => {
    await expect(page.getByRole("banner").getByRole("link", { name: /account/i })).toHaveAttribute("href", "/auth");
    await expect(page.getByRole("banner").locator('a[href^="https://"]')).toHaveCount(4);
  });
  await test.step("the footer has contact details, quick links, social links, hours, and copyright", async () => {
    const footer = page.getByRole("contentinfo");
    for (const text of ["Houston, Texas 77073", "Humble", "Mon-Sat 9AM-8PM", "Sun 10AM-6PM", "©"]) {
      await expect(footer).toContainText(text);
    }
    await expect(footer.locator('a[href^="tel:"]')).toHaveCount(1);
    await expect(footer.locator('a[href^="mailto:"]')).toHaveCount(1);
    for (const name of ["About", "Products", "Blog", "Contact"]) {
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    }
    await expect(footer.locator('a[href^="https://"]')).toHaveCount(4);
  });
  await test.step("About Us has two paragraphs and three team cards with their titles", async () => {
    for (const title of ["Founder and CEO", "Head of Marketing", "Product Manager"]) {
      await expect(page.getByText(title)).toBeVisible();
    }
    expect(await page.getByRole("main").locator("p").count()).toBeGreaterThanOrEqual(2);
  });
  await test.step("the logo links to home, and the header to About, Blog, and Contact", async () => {
    await expect(page.getByRole("link", { name: /Calabash Market/ }).first()).toHaveAttribute("href", "/");
    await openMenu(page);
    for (const [name, address] of [
      ["About", "/about"],
      ["Contact", "/contact"],
      ["Blog", "/blog"],
      ["Recipes", "/recipes"],
    ] as const) {
      await expect(headerLink(page, name)).toHaveAttribute("href", address);
    }
    await headerLink(page, "Blog").click();
    await expect(page.getByRole("heading", { level: 1, name: "Blog" })).toBeVisible();
    await expect(headerLink(page, "Blog")).toHaveCount(isPhone(page) ? 0 : 1);
  });
  await test.step("Free Delivery links to the Why Choose Us section", async () => {
    await openMenu(page);
    await headerLink(page, "Free Delivery").click();
    await expect(page).toHaveURL(/#whyChooseUs$/);
    await expect(page.getByRole("heading", { name: "Why Choose Us" })).toBeInViewport();
  });
});

test("a page of last year hydrates without an error", { tag: AT_DESKTOP }, async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 366 * 24 * 60 * 60 * 1000);
  await page.goto("/about");
  await expect(page.getByRole("contentinfo")).toContainText(`© ${new Date().getFullYear()}`);
});

test("high contrast shows which tab is open, and both keys of the charts", { tag: AT_DESKTOP }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openAs(page, await newShopkeeper(), "/desk/reports");
  const tabs = page.getByRole("navigation", { name: "Pages of Reports" });
  const backgroundOf = (name: string) =>
    tabs.getByRole("link", { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor);
  expect(await backgroundOf("Reports")).not.toBe(await backgroundOf("Daily report"));
  const keys = page.locator("h1 ~ p > span");
  await expect(keys).toHaveCount(2);
  const [nowKey, beforeKey] = await keys.evaluateAll((found) =>
    found.map((key) => getComputedStyle(key, "::before").backgroundColor),
  );
  expect(nowKey).not.toBe(beforeKey);
  await page.emulateMedia({ forcedColors: null });
});

test("high contrast shows which steps of an order are done, and what is missing for free delivery", {
  tag: AT_DESKTOP,
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const ama = await newShopper();
  await openAs(page, ama, `/orders/${await aPaidOrder(ama)}`);
  const steps = page.getByRole("heading", { name: "Status" }).locator("..").getByRole("listitem");
  const dotOf = (step: Locator) => step.evaluate((item) => getComputedStyle(item, "::after").backgroundColor);
  await expect(steps.first()).toBeVisible();
  expect(await dotOf(steps.first())).not.toBe(await dotOf(steps.last()));

  await openFilledCart(page);
  await page.getByLabel("Delivery", { exact: true }).check();
  const bar = page.getByRole("progressbar");
  await bar.scrollIntoViewIfNeeded();
  const { x, y, width } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const pictureAt = (left: number) => page.screenshot({ clip: { x: left, y: y + 3, width: 3, height: 3 } });
  // A tenth of it is filled.
  expect(await pictureAt(x + 10)).not.toEqual(await pictureAt(x + width - 20));
  await page.emulateMedia({ forcedColors: null });
});

test("a product shows its image, two thumbnails, the note, description, size, and both prices", {
  tag: VERDICT,
}, async ({ page }) => {
  await page.goto("/condiments");
  await page.getByRole("link", { name: "Red Palm Oil" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Red Palm Oil" })).toBeVisible();
  await expect(page.getByText(/images are descriptive only/i)).toBeVisible();
  await expect(page.getByText("33.8 fl oz")).toBeVisible();
  await expect(page.locator("s, del").filter({ hasText: "$14.99" }).first()).toBeVisible();
  await expect(page.getByText("$12.99").first()).toBeVisible();
  const pictures = page.getByRole("list", { name: "Images of Red Palm Oil" }).getByRole("img");
  await expect(pictures.nth(0)).toBeInViewport();
  await expect(pictures.nth(1)).not.toBeInViewport();
  const second = page.getByRole("button", { name: "Show image 2 of 2" });
  await second.click();
  await expect(pictures.nth(1)).toBeInViewport({ ratio: 0.9 });
  await expect(pictures.nth(0)).not.toBeInViewport();
  await expect(second).toHaveAttribute("aria-pressed", "true");
  await page
    .getByRole("link", { name: "Back" })
    .or(page.getByRole("button", { name: "Back" }))
    .click();
  await expect(page).toHaveURL("/condiments");
});
