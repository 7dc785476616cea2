// Deep: the pinned price of a product page, and what shifts on it.
import { firstAdd } from "./fixtures/navigate.ts";
import { expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { expect, expectAccessible, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_PHONE, PHONE } from "./fixtures/widths.ts";

test("the number of units in the cart appears without a layout shift", async ({ page }) => {
  await page.goto(await findProductPath(page));
  await firstAdd(page).click();
  const inCart = page.getByRole("link", { name: "In your cart: 1" });
  await expect(inCart).toBeVisible();
  await expectAccessible(page);
  await watchShifts(page);
  await page.reload();
  await expect(inCart).toBeVisible();
  await expectSteady(page);
});

test("adding clothing without a size moves the focus to its first size", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto("/africanwearandfashion");
  await page.getByRole("article").filter({ hasText: "Agbada" }).getByRole("link").first().click();
  await expect(page.getByRole("group", { name: "Size" })).toBeVisible();
  await firstAdd(page).click();
  await expect(page.getByRole("radio").first()).toBeFocused();
});

test("on a phone, price and Add stay in view along the whole description", { tag: AT_PHONE }, async ({ page }) => {
  await page.goto(await findProductPath(page));
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const add = page.getByRole("button", { name: `Add to Cart: ${name}` });
  const price = page
    .getByRole("article")
    .first()
    .getByText(/^(From )?\$\d/)
    .first();
  for (const width of [PHONE.width, 320]) {
    await page.setViewportSize({ width, height: PHONE.height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(add).toBeInViewport({ ratio: 1 });
    await expect(price).toBeInViewport({ ratio: 1 });
    await page.getByRole("region", { name: "Before you buy" }).scrollIntoViewIfNeeded();
    await expect(add).toBeInViewport({ ratio: 1 });
  }
});

test("on a phone, stock and pickup take one line, which opens delivery and returns", { tag: AT_PHONE }, async ({
  page,
}) => {
  await page.goto(await findProductPath(page));
  const line = page.getByRole("region", { name: "Before you buy" }).locator("summary");
  await expect(line).toHaveText(/^In stockNext pickup: (Today|Tomorrow) \d.+Details$/);
  expect((await line.boundingBox())?.height).toBeLessThanOrEqual(48);
  const returns = page.getByRole("link", { name: "Returns", exact: true });
  await expect(returns).toBeHidden();
  await line.tap();
  await expect(page.getByRole("main").getByLabel("Delivery to ZIP code")).toBeVisible();
  await expectAccessible(page, "main");
  await returns.click();
  await expect(page).toHaveURL("/delivery-and-returns");
});
