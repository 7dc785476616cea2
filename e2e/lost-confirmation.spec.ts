// Deep: confirmations cut, delayed, or repeated on the way to the provider.

import type { Page, Route } from "@playwright/test";
import { readRows } from "#tests/requests.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, test, typeCard } from "./fixtures/shop-test.ts";
import {
  aPendingOrder,
  enterAs,
  newShopper,
  openAs,
  openPayment,
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

async function payWithCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number);
  await payButton(page).click();
}

async function countPayments(userId: string): Promise<number> {
  const columns = "payment_intent_id, orders!inner(user_id)";
  return (await readRows(serviceClient(), "payments", columns, { "orders.user_id": userId })).length;
}

test("a confirmation that arrives after its connection was cut leads to the page that queries the server", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, "/about");
  await navigateTo(page, `/checkout/${orderId}`);
  const cut = async (route: Route) => {
    const sent = route.request();
    await route.abort("connectionreset");
    setTimeout(() => void fetch(sent.url(), { method: "POST", body: new URLSearchParams(sent.postData() ?? "") }), 900);
  };
  await page.route("**/confirm", cut, { times: 1 });
  await payWithCard(page, VISA);
  await expect(page).toHaveURL(`/success/${orderId}`);
  await expect(page.getByText("You were not charged")).toHaveCount(0);
  await expect(paidHeading(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  expect(await countPayments(ama.id)).toBe(1);
});

test("a payment whose response was lost is shown once the connection is back", { tag: AT_PHONE }, async ({
  page,
  context,
}) => {
  const { ama } = await openPayment(page);
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
  await page.route("**/confirm", (route) => route.abort("connectionreset"), { times: 1 });
  await payWithCard(page, VISA);
  await expect(page.getByText("Confirming your payment…")).toBeVisible();
  await page.clock.runFor(40_000);
  await page.getByRole("link", { name: "try again" }).click();
  await payWithCard(page, VISA);
  await page.clock.resume();
  await expect(paidHeading(page)).toBeVisible();
  expect(await countPayments(ama.id)).toBe(1);
});

test("products paid for after Back to cart leave the cart", { tag: AT_PHONE }, async ({ page, context }) => {
  const { ama, orderId } = await openPayment(page);
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

  await test.step("an order that is paid after Back to its payment leaves the cart empty", async () => {
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
  });
  expect(await countPayments(ama.id)).toBe(2);
  expect(await readRows(serviceClient(), "orders", "id", { user_id: ama.id })).toHaveLength(2);
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
