import { expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const PROPOSAL = "Esta tienda también está en español.";

test.describe("a browser in Spanish", () => {
  test.use({ locale: "es-MX", isFirstVisit: true });

  test("is offered the page in Spanish, and goes there only when asked", { tag: AT_PHONE }, async ({
    page,
    expectAccessible,
  }) => {
    await page.goto("/condiments?page=2");
    await expect(page.getByText(PROPOSAL)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
    await expectAccessible();
    await page.getByRole("link", { name: "Ver en español" }).click();
    await page.waitForURL("/es/condiments?page=2");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expect(page.getByText(PROPOSAL)).toHaveCount(0);
  });

  test("that declines is not offered it again", { tag: AT_PHONE }, async ({ page }) => {
    await page.goto("/cart");
    await page.getByRole("button", { name: "No, gracias" }).click();
    await expect(page.getByText(PROPOSAL)).toHaveCount(0);
    await page.goto("/about");
    await page.waitForFunction(() => document.documentElement.dataset["scripts"] === "ready");
    await expect(page.getByText(PROPOSAL)).toHaveCount(0);
  });
});

test("the top bar leads to the same page in another language, and links stay in it", async ({ page }) => {
  await page.goto("/condiments");
  const languages = page.getByRole("banner").getByRole("navigation", { name: "Language" });
  await languages.locator("summary").click();
  await languages.getByRole("link", { name: "Kreyòl ayisyen" }).click();
  await page.waitForURL("/ht/condiments");
  await page.getByRole("main").getByRole("link", { name: "Red Palm Oil" }).first().click();
  await page.waitForURL(/\/ht\/products\/condiments\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Red Palm Oil/);
});
