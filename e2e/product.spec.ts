// Deep: sharing, sizes, and the pinned price of a product page.
import { expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { expect, expectAccessible, findProductPath, test } from "./fixtures/shop-test.ts";
import { AT_PHONE, PHONE } from "./fixtures/widths.ts";

test("a product page shows breadcrumbs, adds a chosen quantity, and counts it in the cart", async ({ page }) => {
  await page.goto(await findProductPath(page));
  const way = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(way.getByRole("link")).toHaveText(["Home", "Condiments"]);
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await expect(way.getByText(name)).toHaveAttribute("aria-current", "page");

  const quantity = page.getByRole("textbox", { name: `Quantity of ${name}` });
  await expect(page.getByRole("button", { name: "One less" })).toBeDisabled();
  await page.getByRole("button", { name: "One more" }).press("Enter");
  await expect(quantity).toHaveValue("2");
  await quantity.fill("0");
  await page.getByRole("button", { name: `Add to Cart: ${name}` }).press("Enter");
  await expect(page.getByRole("link", { name: "In your cart: 2" })).toBeVisible();
  await expect(quantity).toHaveValue("1");
  await page.getByRole("button", { name: `Add to Cart: ${name}` }).click();
  const inCart = page.getByRole("link", { name: "In your cart: 3" });
  await expect(inCart).toBeVisible();
  await expectAccessible(page);

  await watchShifts(page);
  await page.reload();
  await expect(inCart).toBeVisible();
  await expectSteady(page);
  await inCart.click();
  await expect(page.getByRole("textbox", { name: `Quantity of ${name}` })).toHaveValue("3");
});

test("Share opens the device's share sheet, or else copies the link with a notice", { tag: AT_PHONE }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const path = await findProductPath(page);
  await page.goto(`${path}?from=a-friend`);
  const share = page.getByRole("button", { name: /^Share / });
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const address = new URL(path, page.url()).href;
  await share.click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.getByRole("button", { name: "Close message" }).click();

  // Simulates a device with a share sheet: the first share succeeds, the second one is dismissed.
  await page.evaluate(() => {
    const shared: ShareData[] = [];
    const isRequested = Promise.withResolvers<void>();
    Object.assign(window, { shared, isRequested });
    navigator.share = async (what = {}) => {
      shared.push(what);
      if (shared.length === 2) {
        isRequested.resolve();
        throw new DOMException("Closed", "AbortError");
      }
    };
  });
  await share.click();
  await share.click();
  const sharedData = await page.evaluate(async () => {
    const { shared, isRequested } = window as never as { shared: ShareData[]; isRequested: PromiseWithResolvers<void> };
    await isRequested.promise;
    return shared;
  });
  expect(sharedData).toEqual(Array(2).fill({ title: name, url: address }));
  await expect(page.getByText("Link copied")).toHaveCount(0);

  await page.evaluate(() => {
    navigator.share = () => Promise.reject(new DOMException("Not now", "NotAllowedError"));
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("Not here", "NotAllowedError"));
  });
  await share.click();
  await expect(page.getByRole("alert").getByText("We couldn't copy the link.")).toBeVisible();
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
