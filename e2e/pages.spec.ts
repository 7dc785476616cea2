import { categories } from "#app/features/catalogue/categories.ts";
import { bringMapTiles, expect, findProductPath, test } from "./fixtures/shop-test.ts";

/** Reads what everybody may see: no page's cache or storage matters to the next. */
test.use({ reuseContext: true });

test("/condiments lists its products eight to a page", async ({ page }) => {
  await page.goto("/condiments");
  await expect(page.getByRole("heading", { level: 1, name: "Condiments" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(8);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/condiments?page=2");
  await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
});

/** Of listings two, with and without sizes: the others differ by their products alone. */
for (const path of [
  "/home",
  "/africanwearandfashion",
  "/condiments",
  "/products/condiments/…",
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
  test(`${path} is accessible and fits the screen`, async ({ page, expectAccessible }) => {
    if (path === "/contact") await bringMapTiles(page);
    const address = path.endsWith("…") ? await findProductPath(page) : path;
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectAccessible();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await overflow()).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflow()).toBeLessThanOrEqual(320);
  });
}

test.describe("where there is nothing", () => {
  test.use({ expectedRefusals: ["/no-such-page"] });
  test("the page that is not found is accessible", async ({ page, expectAccessible }) => {
    await page.goto("/no-such-page");
    await expect(page.getByRole("main")).toBeVisible();
    await expectAccessible();
  });
});

test("the root shows the home page and becomes /home", async ({ page }) => {
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL("/home");
});

test("the root keeps its address when it carries a hash", async ({ page }) => {
  await page.goto("/#whyChooseUs");
  await expect(page.getByRole("heading", { name: "Why Choose Us" })).toBeVisible();
  await expect(page).toHaveURL("/#whyChooseUs");
});

test("the Products menu leads to every category", async ({ page }) => {
  for (const { path, title } of categories) {
    await page.goto("/about");
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

  test("a product is found, with its price, from the home page", async ({ page }) => {
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

  test("articles can be read", async ({ page }) => {
    await page.goto("/blog");
    await page.getByRole("main").getByRole("link").filter({ visible: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test.describe("addresses that lead nowhere", () => {
  test.use({ expectedRefusals: ["/no-such-page", "/products/condiments/999999", "/blogs/999999"] });
  for (const path of ["/no-such-page", "/products/condiments/999999", "/blogs/999999"]) {
    test(`${path} is 404`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
    });
  }
});
