// Deep: Buy again shifts nothing and is not requested for guests.
import type { Page } from "@playwright/test";
import { navigateTo } from "./fixtures/navigate.ts";
import { expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, enterAs, newShopper } from "./fixtures/test-data.ts";

const BUY_AGAIN_CALL = "**/rest/v1/rpc/list_buy_again";
/** Screens of home that Buy again could shift; late-font.spec.ts checks the rest. */
const SCREENS = 3;
const buyAgain = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: "Buy again", exact: true }) });

test("Buy again is not requested for guests, appears after a purchase, and then has its place", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(request.url()));
  await watchShifts(page);
  // late-font.spec.ts checks that a guest's page has no layout shift.
  await page.goto("/home");
  await page.waitForLoadState("networkidle");
  expect(requests.filter((address) => address.includes("list_buy_again"))).toEqual([]);
  const person = await newShopper();
  await enterAs(page, person);
  const response = page.waitForResponse(BUY_AGAIN_CALL);
  await page.goto("/home");
  expect(await (await response).json()).toEqual([]);
  await expectSteady(page, SCREENS);
  await expect(buyAgain(page)).toHaveCount(0);

  const [yam, rare, gone] = [await aProduct({ price: 4 }), await aProduct(), await aProduct()];
  await aPaidOrder(
    person,
    [yam, rare, gone].map(({ name }) => ({ name, quantity: 1 })),
  );
  await aPaidOrder(person, [{ name: yam.name, quantity: 1 }]);
  await gone.change({ availability: "sold_out" });
  await page.getByRole("contentinfo").getByRole("link", { name: "About" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About" })).toBeVisible();
  await page.goBack();
  const names = buyAgain(page).getByRole("heading", { level: 3 });
  await expect(names).toHaveText([yam.name, rare.name]);
  await buyAgain(page).getByRole("button", { name: "One more" }).first().press("Enter");
  await buyAgain(page)
    .getByRole("button", { name: `Add to Cart: ${yam.name}` })
    .press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: /^Cart/ })).toContainText("2");

  await test.step("the next visit reserves space for the products, so nothing shifts", async () => {
    const isShown = Promise.withResolvers<void>();
    await page.route(BUY_AGAIN_CALL, async (route) => {
      await isShown.promise;
      await route.continue();
    });
    await page.goto("/home");
    const next = page.locator("#wearsandStyles");
    const place = () => next.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    const before = await place();
    isShown.resolve();
    await expect(buyAgain(page)).toBeVisible();
    expect(await place()).toBe(before);
    await expectSteady(page, SCREENS);
  });

  await test.step("the account lists them until logout", async () => {
    await navigateTo(page, "/auth");
    // Until then, home shows the same products.
    await expect(page.getByRole("heading", { name: "My Orders" })).toBeVisible();
    await expect(names).toHaveText([yam.name, rare.name]);
    await expectAccessible(page, "main section:has(article)");
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Calabash Market" }).click();
    await expect(page.locator("#wearsandStyles")).toBeVisible();
    await expect(buyAgain(page)).toHaveCount(0);
  });
});
