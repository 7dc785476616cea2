import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const LOST = { framework: "**/assets/framework-*.js", start: "**/assets/entry.client-*.js" };

test.use({ expectedRefusals: ["/assets/"] });

for (const [part, address] of Object.entries(LOST)) {
  test(`when the ${part} script does not come, the page says so and nothing on it is half alive`, {
    tag: AT_PHONE,
  }, async ({ page, expectAccessible }) => {
    await page.route(address, (route) => route.abort());
    for (const path of ["/condiments", "/auth", await findProductPath(page)]) {
      await page.goto(path);
      await expect(page.getByText("This page did not load completely.")).toBeVisible();
      await expect(page.locator(":is(button, input, select, textarea):visible:enabled")).toHaveCount(0);
      await expectAccessible();
    }
    await page.goto("/condiments?page=2");
    await page.unroute(address);
    await page.getByRole("link", { name: "load it again" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-scripts", "ready");
    await expect(page).toHaveURL("/condiments?page=2");
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await expect(page.getByText("Item added to cart").first()).toBeVisible();
  });
}

test("without its scripts a page still leads to the goods", { tag: AT_PHONE }, async ({ page }) => {
  await page.route(LOST.framework, (route) => route.abort());
  await page.goto("/home");
  await expect(page.getByText("This page did not load completely.")).toBeVisible();
  await page.getByRole("link", { name: "See All" }).filter({ visible: true }).first().click();
  await page.getByRole("main").getByRole("article").getByRole("link").first().click();
  await expect(page.getByText(/\$\d+\.\d\d/).first()).toBeVisible();
});
