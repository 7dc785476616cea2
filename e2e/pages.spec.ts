// Deep: menus, redirects, and articles in a real history.
import type { Page } from "@playwright/test";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_PHONE, DESKTOP, PHONE, VERDICT } from "./fixtures/widths.ts";

/** Public pages and their headings; consecutive ones differ. Of the listings, one with sizes and one without. */
const PAGES = [
  ["/home", "Calabash Market: African and Caribbean food and clothing"],
  ["/africanwearandfashion", "Authentic African Wears and Styles"],
  ["/condiments", "Condiments"],
  ["/products/condiments/…", /./],
  ["/search?q=rice", "Search: rice"],
  ["/blog", "Blog"],
  ["/blogs/1", /^Party Jollof/],
  ["/about", "About Us"],
  ["/contact", "Contact Us"],
  ["/privacy", "Privacy"],
  ["/delivery-and-returns", "Delivery and Returns"],
  ["/cart", "Your cart"],
  ["/auth", "Log in"],
  ["/auth/forgot", "Forgot password?"],
  ["/auth?mode=sign-up", "Sign up"],
  ["/auth/reset", "Choose a new password"],
  ["/error", "Payment Failed"],
] as const;

/** Pages that another test checks with axe in the same state, with map tiles. */
const LOOKED_AT_ELSEWHERE: readonly string[] = ["/contact"];

/** The page that is checked with header and footer, which are the same on every page. */
const WITH_FRAME = "/about";

/** Hides the cards of home that do not fit a wide screen, because they have the same markup as the others. */
async function shortenRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const card of document.querySelectorAll<HTMLElement>("main li:nth-child(n + 8):has(article)")) {
      card.style.display = "none";
    }
  });
}

async function expectFits(page: Page): Promise<void> {
  for (const { width, height } of [DESKTOP, { width: 320, height: 700 }, PHONE]) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test("public pages are accessible and fit the screen", { tag: [AT_PHONE, VERDICT] }, async ({ page }) => {
  // axe checks sixteen pages.
  test.slow();
  await page.goto("/home");
  for (const [path, heading] of PAGES) {
    await test.step(`${path} is accessible and fits the screen`, async () => {
      await navigateTo(page, path.endsWith("…") ? await findProductPath(page) : path);
      await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
      await expectFits(page);
      if (path === "/home") await shortenRows(page);
      if (!LOOKED_AT_ELSEWHERE.includes(path)) await expectAccessible(page, path === WITH_FRAME ? "html" : undefined);
    });
  }
  await test.step("/dev/mailbox is accessible and fits the screen", async () => {
    await page.goto("/dev/mailbox");
    await expect(page.getByRole("heading", { level: 1, name: "Mailbox" })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  });
});

test.describe("unknown pages", () => {
  test.use({ expectedRejections: ["/no-such-page"] });
  test("the not-found page is accessible", { tag: AT_PHONE }, async ({ page }) => {
    expect((await page.goto("/no-such-page"))?.status()).toBe(404);
    await expect(page.getByRole("main")).toBeVisible();
    await expectAccessible(page, "html");
  });
});

test("the root URL shows the home page and changes to /home, except with a hash", { tag: AT_PHONE }, async ({
  page,
}) => {
  expect((await page.goto("/"))?.status()).toBe(200);
  await expect(page).toHaveURL("/home");
  await page.goto("/#whyChooseUs");
  await expect(page.getByRole("heading", { name: "Why Choose Us" })).toBeVisible();
  await expect(page).toHaveURL("/#whyChooseUs");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a product's price and an article are found by links", { tag: AT_PHONE }, async ({ page }) => {
    const main = page.getByRole("main");
    await page.goto("/home");
    await page.getByRole("link", { name: "See All", exact: false }).filter({ visible: true }).first().click();
    await main.getByRole("article").getByRole("link").filter({ visible: true }).first().click();
    await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
    await page.goto("/blog");
    await main.getByRole("link").filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
