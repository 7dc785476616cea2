// Deep: staff pages and the purchase shift nothing.
import { fillCart } from "./fixtures/filled-cart.ts";
import { disableCache, expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { expect, findProductPath, test } from "./fixtures/shop-test.ts";
import { aPlacedOrder, enterAs, newShopkeeper, newShopper } from "./fixtures/test-data.ts";
import { VERDICT } from "./fixtures/widths.ts";

/** Pages that late-font.spec.ts does not check for layout shifts. */
const PAGES = `
  /africanwearandfashion?page=2 /products/condiments/… /search?q=rice /search?q=plaxqyz /blog /blogs/1 /cart /auth
  /auth/forgot /auth/reset`
  .trim()
  .split(/\s+/);

test("public pages have no layout shift", { tag: VERDICT }, async ({ page }) => {
  await disableCache(page);
  await watchShifts(page);
  for (const path of PAGES) {
    await test.step(`${path} has no layout shift`, async () => {
      await page.goto(path.endsWith("…") ? await findProductPath(page) : path);
      await expectSteady(page);
    });
  }
});

test("staff pages have no layout shift", async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  await watchShifts(page);
  for (const [path, late] of [
    ["/auth", "ADMIN DASHBOARD"],
    ["/condiments", "Add Item"],
    ["/desk/settings/shop", "Save settings"],
    ["/desk/settings/words", "New synonyms"],
    ["/desk/settings/zones", "Test a ZIP code"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(late)).toBeVisible();
    await expectSteady(page);
  }
});

test("the purchase has no layout shift, also after a price change", async ({ page }) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  await watchShifts(page);
  await fillCart(page, [
    { name: "Red Palm Oil", quantity: 1, priceCents: 100 },
    { name: "Ground Egusi (Melon Seed)", quantity: 1, priceCents: 100 },
  ]);
  await test.step("updated prices shift no cart line and are announced on the screen", async () => {
    const shown = Promise.withResolvers<void>();
    await page.route("**/rest/v1/**", async (route) => {
      await shown.promise;
      await route.continue();
    });
    await page.goto("/cart");
    await expect(page.getByText("$1.00").filter({ visible: true }).first()).toBeVisible();
    shown.resolve();
    await expect(page.getByText("Your cart has changed.")).toBeInViewport();
    await expect(page.getByText("$12.99").filter({ visible: true }).first()).toBeVisible();
    await expectSteady(page);
    await page.unrouteAll({ behavior: "wait" });
  });

  const order = await aPlacedOrder(ama);
  for (const path of [`/shippingInformation/${order}`, `/checkout/${order}`, `/orders/${order}`, "/auth", "/account"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectSteady(page);
  }
});
