// Deep: a payment script that does not load, Back from the payment, and the summary's width.
import { fillCart } from "./fixtures/filled-cart.ts";
import { expect, fillBilling, test } from "./fixtures/shop-test.ts";
import { aPendingOrder, aPlacedOrder, enterAs, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_OWN_WIDTHS, AT_PHONE } from "./fixtures/widths.ts";

const payButton = /^Pay \$12\.99$/;

test("the order summary folds behind a toggle below 768 px", { tag: AT_OWN_WIDTHS }, async ({ page }) => {
  const ama = await newShopper();
  await openAs(page, ama, `/shippingInformation/${await aPlacedOrder(ama)}`);
  const line = page.getByRole("region", { name: "Order summary" }).getByText("Red Palm Oil");
  const toggle = page.getByRole("button", { name: /order summary/i });
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(line).toBeHidden();
  await toggle.click();
  await expect(line).toBeVisible();
  await toggle.click();
  await expect(line).toBeHidden();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(line).toBeVisible();
  await expect(toggle).toBeHidden();
});

test("after Back from the payment, the cart shows the unpaid order", { tag: AT_PHONE }, async ({ page }) => {
  await enterAs(page, await newShopper());
  await fillCart(page);
  await page.goto("/cart");
  await page.mouse.wheel(0, 2000);
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await fillBilling(page);
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Billing details" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("link", { name: "Pay now" })).toBeInViewport();
});

test.describe("without the payment script", () => {
  test.use({ expectedRejections: ["sandbox-stripe"] });

  test("a payment script that does not load shows an error with a retry", { tag: AT_DESKTOP }, async ({ page }) => {
    const ama = await newShopper();
    await enterAs(page, ama);
    await page.route(/sandbox-stripe.*\.js/, () => {
      // No response: the script is still loading.
    });
    await page.goto(`/checkout/${await aPendingOrder(ama)}`, { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: payButton }).click();
    await expect(page.getByText("The card payment provider has not loaded yet. Please try again.")).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\//);
  });
});
