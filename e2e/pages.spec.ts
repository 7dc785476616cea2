import { categories } from "#app/features/catalogue/categories.ts";
import { bringMapTiles, expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_DESKTOP, AT_PHONE, DESKTOP, PHONE } from "./fixtures/widths.ts";

/** Reads what everybody may see: no page's cache or storage matters to the next. */
test.use({ reuseContext: true });

/** Of listings two, with and without sizes: the others differ by their products alone. */
for (const path of [
  "/home",
  "/africanwearandfashion",
  "/condiments",
  "/products/condiments/…",
  "/search?q=rice",
  "/blog",
  "/blogs/1",
  "/about",
  "/contact",
  "/privacy",
  "/delivery-and-returns",
  "/cart",
  "/auth",
  "/auth?mode=sign-up",
  "/auth/forgot",
  "/auth/reset",
  "/error",
  "/dev/mailbox",
]) {
  test(`${path} is accessible and fits the screen`, { tag: AT_PHONE }, async ({ page, expectAccessible }) => {
    const address = path.endsWith("…") ? await findProductPath(page) : path;
    if (path === "/contact") await bringMapTiles(page);
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectAccessible();
    for (const { width, height } of [PHONE, DESKTOP, { width: 320, height: 700 }]) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}

test.describe("where there is nothing", () => {
  test.use({ expectedRefusals: ["/no-such-page"] });
  test("the page that is not found is accessible", { tag: AT_PHONE }, async ({ page, expectAccessible }) => {
    const answer = await page.goto("/no-such-page");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("main")).toBeVisible();
    await expectAccessible();
  });
});

test("the root shows the home page and becomes /home", { tag: AT_PHONE }, async ({ page }) => {
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL("/home");
});

test("the root keeps its address when it carries a hash", { tag: AT_DESKTOP }, async ({ page }) => {
  await page.goto("/#whyChooseUs");
  await expect(page.getByRole("heading", { name: "Why Choose Us" })).toBeVisible();
  await expect(page).toHaveURL("/#whyChooseUs");
});

test("the Products menu leads to every category", async ({ page }) => {
  await page.goto("/about");
  for (const { path, title } of categories) {
    const isPhone = (page.viewportSize()?.width ?? 0) < 1000;
    const opener = page.getByText(isPhone ? "Menu" : "Products", { exact: true }).filter({ visible: true });
    await opener.first().click();
    await page
      .locator(`header a[href="${path}"], dialog a[href="${path}"]`)
      .filter({ visible: true })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a product is found, with its price, from the home page", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/home");
    await page.getByRole("link", { name: "See All", exact: false }).filter({ visible: true }).first().click();
    await page
      .getByRole("main")
      .getByRole("article")
      .getByRole("link")
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
  });

  test("articles can be read", { tag: AT_DESKTOP }, async ({ page }) => {
    await page.goto("/blog");
    await page.getByRole("main").getByRole("link").filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
