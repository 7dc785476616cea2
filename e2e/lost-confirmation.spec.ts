// Deep: confirmations cut, delayed, or repeated on the way to the provider.

import type { Page, Route } from "@playwright/test";
import { call, readRows } from "#tests/requests.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, test, typeCard } from "./fixtures/shop-test.ts";
import {
  aPaidOrder,
  aPendingOrder,
  enterAs,
  newShopkeeper,
  newShopper,
  openAs,
  pay,
  serviceClient,
  untilStatus,
} from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test.use({
  expectedRejections: [
    "/confirm",
    "/rest/v1/orders",
    "withdraw-order",
    "We can't reach the store right now.",
    // The slower of two tabs gets an error, because the order is already paid.
    "/api/create-payment-intent",
    "ERR_INTERNET_DISCONNECTED",
  ],
});

const VISA = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$/ });
const paidHeading = (page: Page) => page.getByRole("heading", { name: "Payment Successful" });

/** When the connection of the first confirmation is cut. */
const CUTS: Record<string, (route: Route) => Promise<void>> = {
  before: (route) => route.abort("connectionreset"),
  during: async (route) => {
    const sent = route.request();
    await route.abort("connectionreset");
    setTimeout(() => void fetch(sent.url(), { method: "POST", body: new URLSearchParams(sent.postData() ?? "") }), 900);
  },
  after: async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  },
};

async function payWithCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
}

async function countPayments(userId: string): Promise<number> {
  const columns = "payment_intent_id, orders!inner(user_id)";
  return (await readRows(serviceClient(), "payments", columns, { "orders.user_id": userId })).length;
}

for (const when of ["during", "after"]) {
  test(`a connection cut ${when} the confirmation leads to the page that queries the server`, {
    tag: AT_PHONE,
  }, async ({ page }) => {
    const ama = await newShopper();
    const orderId = await aPendingOrder(ama);
    await openAs(page, ama, "/about");
    await navigateTo(page, `/checkout/${orderId}`);
    await page.route("**/confirm", CUTS[when] as (route: Route) => Promise<void>, { times: 1 });
    await payWithCard(page, VISA);
    await expect(page).toHaveURL(`/success/${orderId}`);
    await expect(page.getByText("You were not charged")).toHaveCount(0);
    await expect(paidHeading(page)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/about");
    await page.goto(`/error?order=${orderId}`);
    await expect(paidHeading(page)).toBeVisible();
    expect(await countPayments(ama.id)).toBe(1);
  });
}

test("a payment whose response was lost is shown once the connection is back", { tag: AT_PHONE }, async ({
  page,
  context,
}) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, `/checkout/${orderId}`);
  await page.route("**/confirm", async (route) => {
    await route.fetch();
    await context.setOffline(true);
    await route.abort("connectionreset");
  });
  // The next page asks the server as soon as it opens.
  const lost = page.waitForEvent("requestfailed", (request) => request.url().includes("/rest/v1/orders"));
  await payWithCard(page, VISA);
  await lost;
  await context.setOffline(false);
  await expect(paidHeading(page)).toBeVisible();
  expect(await countPayments(ama.id)).toBe(1);
});

test("a confirmation that did not reach the provider can be retried", { tag: AT_PHONE }, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await enterAs(page, ama);
  await page.clock.install();
  await page.goto(`/checkout/${orderId}`);
  await page.route("**/confirm", CUTS["before"] as (route: Route) => Promise<void>, { times: 1 });
  await payWithCard(page, VISA);
  await expect(page.getByText("Confirming your payment…")).toBeVisible();
  await page.clock.runFor(40_000);
  await page.getByRole("link", { name: "try again" }).click();
  await payWithCard(page, VISA);
  await page.clock.resume();
  await expect(paidHeading(page)).toBeVisible();
  expect(await countPayments(ama.id)).toBe(1);
});

test("an order declined here and paid in another tab does not refill the cart", { tag: AT_PHONE }, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, `/checkout/${orderId}`);
  await payWithCard(page, DECLINED);
  await expect(page.getByText("You were not charged")).toBeVisible();
  const reads = Promise.withResolvers<void>();
  await page.route("**/rest/v1/orders*", async (route) => {
    await reads.promise;
    await route.continue();
  });
  await pay(ama, orderId);
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByRole("link", { name: "Checking your order..." })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cartItems"))).toBeNull();
  reads.resolve();
  await expect(page).toHaveURL(`/success/${orderId}`);
  await expect(paidHeading(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cartItems"))).toBeNull();
});

test("while the order is unreadable, the failure page says nothing about money and refills nothing", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await enterAs(page, ama);
  await page.route("**/rest/v1/orders*", (route) => route.abort());
  await page.goto(`/error?order=${orderId}`);
  await expect(page.getByText("We don't know yet whether your order is paid.")).toBeVisible();
  await expect(page.getByText(/not charged|Payment Failed/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await page.unroute("**/rest/v1/orders*");
  await pay(ama, orderId);
  await page.goBack();
  await expect(paidHeading(page)).toBeVisible();
});

test("products paid for after Back to cart leave the cart", { tag: AT_PHONE }, async ({ page, context }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, `/checkout/${orderId}`);
  await payWithCard(page, DECLINED);
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();

  await test.step("the cart in another tab still has them, and the next order is rejected", async () => {
    const other = await context.newPage();
    await other.goto("/cart");
    await expect(other.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    await pay(ama, orderId);
    await other.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(other).toHaveURL(`/success/${orderId}`);
    await expect(paidHeading(other)).toBeVisible();
    await other.close();
  });
  await expect(page.getByText("Your cart is empty.")).toBeVisible();

  await test.step("the cart reports an order that was paid elsewhere when it opens", async () => {
    const next = await aPendingOrder(ama);
    await navigateTo(page, `/checkout/${next}`);
    await payWithCard(page, DECLINED);
    await page.getByRole("link", { name: "Back to cart" }).click();
    await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    await page.goBack();
    await payWithCard(page, VISA);
    await expect(paidHeading(page)).toBeVisible();
    await navigateTo(page, "/cart");
    await expect(page.getByText("Your cart is empty.")).toBeVisible();

    const last = await aPendingOrder(ama);
    await navigateTo(page, `/checkout/${last}`);
    await payWithCard(page, DECLINED);
    await page.getByRole("link", { name: "Back to cart" }).click();
    await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
    await pay(ama, last);
    await page.reload();
    await expect(page.getByText(/^Order \d+ is paid\. Its items are no longer in your cart\.$/)).toBeVisible();
    await expect(page.getByText("Your cart is empty.")).toBeVisible();
  });
  expect(await countPayments(ama.id)).toBe(3);
  expect(await readRows(serviceClient(), "orders", "id", { user_id: ama.id })).toHaveLength(3);
});

test("two presses, three tabs, and Back make one payment", { tag: [AT_PHONE, VERDICT] }, async ({ page, context }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  const [other, late] = [await context.newPage(), await context.newPage()];
  await openAs(page, ama, `/shippingInformation/${orderId}`);
  for (const tab of [other, late]) await openAs(tab, ama, `/checkout/${orderId}`);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  for (const tab of [page, other, late]) await typeCard(tab, VISA);
  await Promise.all([payButton(page).dblclick(), payButton(other).click()]);
  for (const tab of [page, other]) await expect(paidHeading(tab)).toBeVisible();
  await payButton(late).click();
  await expect(paidHeading(late)).toBeVisible();
  await untilStatus(orderId, (status) => status === "paid");

  // Delays the styles until the response has arrived: the redirect then happens while they load, and must log no error.
  const response = page.waitForResponse(/\/rest\/v1\/orders/);
  await page.route("**/assets/*.css", async (route) => {
    await (await response).finished();
    await route.continue();
  });
  await page.goBack();
  await expect(paidHeading(page)).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  expect(await countPayments(ama.id)).toBe(1);
});

test("a delivery fee with a lost confirmation is shown as paid once the server knows", { tag: AT_PHONE }, async ({
  page,
}) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  await call(ola, "set_delivery_fee", { order_id: orderId, amount: 7.5 });
  await openAs(page, ama, `/checkout/${orderId}/delivery-fee`);
  await page.route("**/confirm", CUTS["during"] as (route: Route) => Promise<void>, { times: 1 });
  await payWithCard(page, VISA);
  await expect(page.getByText("Confirming your payment…")).toBeVisible();
  await expect(page.getByText(/^Thank you\. The delivery fee of order \d+ is paid\.$/)).toBeVisible();
  expect(await countPayments(ama.id)).toBe(2);
});
