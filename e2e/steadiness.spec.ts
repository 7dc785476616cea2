import { expectSteady, watchShifts } from "./fixtures/shifts.ts";
import { aPlacedOrder, enterAs, newShopkeeper, newShopper } from "./fixtures/shop-hand.ts";
import { expect, findProductPath, test } from "./fixtures/shop-test.ts";

/** As if every price had changed since the cart was filled. */
function makeCartCheap(): void {
  const items = localStorage.getItem("cartItems") ?? "";
  localStorage.setItem("cartItems", items.replaceAll(/"price":[\d.]+/g, '"price":1'));
}

/** Where late-font.spec.ts does not look: there the fonts come late as well, and nothing moves either. */
for (const path of [
  "/africanwearandfashion?page=2",
  "/products/condiments/…",
  "/search?q=rice",
  "/search?q=plaxqyz",
  "/blog",
  "/blogs/1",
  "/cart",
  "/auth",
  "/auth/forgot",
  "/auth/reset",
]) {
  test(`nothing moves by itself on ${path}`, async ({ page }) => {
    await watchShifts(page);
    await page.goto(path.endsWith("…") ? await findProductPath(page) : path);
    await expectSteady(page);
  });
}

test("nothing moves by itself on the shopkeeper's pages", async ({ page }) => {
  await enterAs(page, await newShopkeeper());
  await watchShifts(page);
  for (const [path, late] of [
    ["/auth", "ADMIN DASHBOARD"],
    ["/condiments", "Add Item"],
    ["/desk/settings/shop", "Save settings"],
    ["/desk/settings/words", "New words for one thing"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(late)).toBeVisible();
    await expectSteady(page);
  }
});

test("prices that come after the cart was shown move none of its lines, and are told on the screen", async ({
  page,
}) => {
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await page.evaluate(makeCartCheap);
  const shown = Promise.withResolvers<void>();
  await page.route("**/rest/v1/**", async (route) => {
    await shown.promise;
    await route.continue();
  });
  await watchShifts(page);
  await page.goto("/cart");
  await expect(page.getByText("$1.00").first()).toBeVisible();
  shown.resolve();
  const notice = page.getByText("Your cart has changed.");
  await expect(notice).toBeInViewport();
  await expect(page.getByText("$12.99").first()).toBeVisible();
  await expectSteady(page);
});

test("nothing moves by itself between a cart whose prices changed and the order's own page", async ({
  page,
}) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  await watchShifts(page);
  await page.goto("/condiments");
  await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
  await page.getByRole("button", { name: "Add to Cart: Ground Egusi" }).click();
  await page.evaluate(makeCartCheap);
  await page.goto("/cart");
  await expect(page.getByText("Your cart has changed.")).toBeVisible();
  await expectSteady(page);

  const order = await aPlacedOrder(ama);
  for (const path of [
    `/shippingInformation/${order}`,
    `/checkout/${order}`,
    `/orders/${order}`,
    "/auth",
    "/account",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expectSteady(page);
  }
});
