// Deep: each script of a page missing.
import { firstAdd } from "./fixtures/navigate.ts";
import { expect, expectAccessible, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const LOST = { framework: "**/assets/framework-*.js", start: "**/assets/entry.client-*.js" };
/** Pages that together have every kind of control. Either missing script has the same effect on all pages. */
const PATHS = { framework: ["/condiments", "/auth"], start: ["/products/condiments/…"] };

test.use({ expectedRejections: ["/assets/"] });

for (const part of ["framework", "start"] as const) {
  const address = LOST[part];
  test(`when the ${part} script does not load, the page says so and has no enabled controls`, {
    tag: AT_PHONE,
  }, async ({ page }) => {
    await page.route(address, (route) => route.abort());
    for (const path of PATHS[part]) {
      await page.goto(path.endsWith("…") ? await findProductPath(page) : path);
      await expect(page.getByText("This page didn't load completely.")).toBeVisible();
      await expect(page.locator(":is(button, input, select, textarea):visible:enabled")).toHaveCount(0);
      // The product page has the same buttons as a listing.
      if (path !== "/condiments") await expectAccessible(page, "html");
    }
    await page.goto("/condiments?page=2");
    await page.unroute(address);
    await page.getByRole("link", { name: "reload the page" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "ready");
    await expect(page).toHaveURL("/condiments?page=2");
    await firstAdd(page).click();
    await expect(page.getByText("Item added to cart").first()).toBeVisible();
  });
}

test("without scripts, the page still links to the products", { tag: AT_PHONE }, async ({ page }) => {
  await page.route(LOST.framework, (route) => route.abort());
  await page.goto("/home");
  await expect(page.getByText("This page didn't load completely.")).toBeVisible();
  await page.getByRole("link", { name: "See All" }).filter({ visible: true }).first().click();
  await page.getByRole("main").getByRole("article").getByRole("link").first().click();
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
});
