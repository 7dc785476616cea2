// Deep: a payment script or form that fails, and the summary's width.
import { fillCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, fillBilling, test, typeCard } from "./fixtures/shop-test.ts";
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

test("a successful payment shows one toast and an order summary", { tag: AT_PHONE }, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPlacedOrder(ama);
  await enterAs(page, ama);
  await fillCart(page);
  await page.goto(`/shippingInformation/${orderId}`);

  await test.step("sending the billing form empties the cart in the browser", async () => {
    const stored = () =>
      page.evaluate(() => [localStorage.getItem("cartItems"), localStorage.getItem("cartTimestamp")]);
    expect((await stored()).every((value) => value !== null)).toBe(true);
    await fillBilling(page);
    expect(await stored()).toEqual([null, null]);
  });

  await test.step("under $100 the summary says that delivery is not included", async () => {
    await page.getByRole("button", { name: "Show order summary" }).click();
    await expect(page.getByText("Delivery is not included for orders below $100.", { exact: true })).toBeVisible();
  });

  await typeCard(page, "4242 4242 4242 4242");
  await page.getByRole("button", { name: payButton }).click();
  await expect(page.getByRole("status").getByText("Payment Successful!")).toBeVisible();
  await expect(page.getByText(orderId)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await expect(page.getByText("Payment Successful!")).toBeHidden();
  await navigateTo(page, `/checkout/${orderId}`);
  await expect(page).not.toHaveURL(/\/checkout\//);
  await expect(page.getByLabel("Card number")).toBeHidden();
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

test.describe("errors", () => {
  test.use({
    expectedRejections: [
      "sandbox-stripe",
      "create-payment-intent",
      "/confirm",
      "/api/order/",
      "/rest/v1/",
      // The page logs the error, too.
      "Error: down",
      "ReadRejectedError",
    ],
  });

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

  test("a payment that cannot start shows an error; one in progress shows Processing...", { tag: AT_PHONE }, async ({
    page,
  }) => {
    const ama = await newShopper();
    await openAs(page, ama, `/checkout/${await aPendingOrder(ama)}`);
    await typeCard(page, "4000 0000 0000 9995");
    const requested = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route("**/api/create-payment-intent", async (route) => {
      requested.resolve();
      await answer.promise;
      await route.fulfill({ status: 500, json: { error: "down" } });
    });
    await page.getByRole("button", { name: payButton }).click();
    await requested.promise;
    await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
    answer.resolve();
    await expect(page.getByText("Payment processing failed. Please try again.").first()).toBeVisible();
    await page.unroute("**/api/create-payment-intent");

    await test.step("the error page leads back to a cart that is filled again", async () => {
      await page.getByRole("button", { name: payButton }).click();
      await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
      await expect(page.getByText("Your card has insufficient funds.").first()).toBeVisible();
      await page.getByRole("link", { name: "Back to cart" }).click();
      await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    });
  });

  test("orders and order lines that cannot be read show an error", { tag: AT_DESKTOP }, async ({ page }) => {
    const ama = await newShopper();
    await aPlacedOrder(ama);
    await enterAs(page, ama);
    await page.route("**/api/order/*", (route) =>
      route.fulfill({ status: 404, json: { error: "This order doesn't exist." } }),
    );
    await page.goto("/auth");
    await page.getByRole("button", { name: /View details/ }).click();
    await expect(page.getByText("Error fetching order items").first()).toBeVisible();
    await expect(page.getByText("Error: This order doesn't exist.")).toBeVisible();
    await page.unroute("**/api/order/*");
    await page.route("**/rest/v1/orders*", (route) =>
      route.fulfill({ status: 400, json: { code: "X", message: "no", details: null, hint: null } }),
    );
    await page.reload();
    await expect(page.getByText("Error fetching orders").first()).toBeVisible();
  });
});
