import { vi } from "vitest";
import { READ_SETTINGS } from "#app/platform/reads.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart, openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPaidOrder,
  aPendingOrder,
  aPlacedOrder,
  aProduct,
  enterAs,
  newShopkeeper,
  newShopper,
  openAs,
  openPayment,
  type Person,
  pay,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { typeBilling, typeCard } from "#scripts/test-environment/checkout-forms.ts";
import { call, readRow, readRows } from "#tests/requests.ts";
import { untilIdle } from "./locator.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

async function payWithCard(page: Page, number?: string): Promise<void> {
  await typeCard(page, number);
  await page.getByRole("button", { name: /^Pay / }).click();
}

test("an order under $0.50 cannot be paid online, and the cart and checkout print so", async ({ page }) => {
  const [ama, sweet] = await Promise.all([newShopper(), aProduct({ price: 0.3 })]);
  await enterAs(page, ama);
  await openFilledCart(page, [{ name: sweet.name, quantity: 1 }]);
  const message = page.getByText("You can't pay orders under $0.50 online. Call us or visit the store.");
  await expect(message).toBeVisible();
  await expectAccessible();
  await page
    .getByRole("article", { name: sweet.name })
    .getByRole("button", { name: /more|increase/i })
    .click();
  await expect(message).toHaveCount(0);
  await page
    .getByRole("article", { name: sweet.name })
    .getByRole("button", { name: /fewer|less|decrease/i })
    .click();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(message).toBeVisible();
  await sweet.change({ archived_at: new Date().toISOString() });
});

test("the billing form saves every field as typed, and again when changed", async ({ page }) => {
  const [ama, yam] = await Promise.all([newShopper(), aProduct()]);
  await enterAs(page, ama);
  await openFilledCart(page, [{ name: yam.name, quantity: 1 }]);
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const orderId = page.url().split("/").at(-1);
  const type = async (fields: Record<string, string>) => {
    await fillIn(page.getByRole("main"), fields);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page).toHaveURL(/\/checkout\//);
  };
  const saved = () => readRow(serviceClient(), "billing_details", "*", { order_id: orderId });

  const typed = [
    ["Full name", "name", "Esi Owusu"],
    ["Address", "line1", "1 Palm Street"],
    ["City", "city", "Humble"],
    ["State", "state", "LA"],
    ["ZIP code", "postal_code", "70112"],
    ["Country", "country", "CA"],
    ["Email", "email", "esi@test.example"],
    ["Phone number", "phone", "2815550123"],
  ] as const;
  await type(Object.fromEntries(typed.map(([label, , text]) => [label, text])));
  const first = Object.fromEntries(typed.map(([, column, text]) => [column, text]));
  expect(await saved()).toMatchObject(first);

  await page.goto(`/shippingInformation/${orderId}`);
  await expect(page.getByLabel("ZIP code", { exact: true })).toHaveValue("70112");
  await type({ "ZIP code": "70113", City: "New Orleans" });
  expect(await saved()).toMatchObject({ ...first, postal_code: "70113", city: "New Orleans" });
});

test("the billing form of an order canceled in another tab opens the page that reports it", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, `/shippingInformation/${orderId}`);
  await expect(page.getByLabel("Full name")).toHaveValue("Ama Mensah");
  await ama.client.rpc("cancel_order", { order_id: orderId }).throwOnError();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(`/success/${orderId}`);
  await expect(page.getByRole("heading", { name: "Order canceled" })).toBeVisible();
});

test("the billing form's ZIP code fills in city and state, but replaces nothing typed", async ({ page }) => {
  const ama = await newShopper();
  await openAs(page, ama, `/shippingInformation/${await aPlacedOrder(ama)}`);
  const form = page.getByRole("form", { name: "Billing details" });
  const [zip, city, state] = [form.getByLabel("ZIP code"), form.getByLabel("City"), form.getByLabel("State")];
  await expect(form.locator("summary").filter({ hasText: "TX, United States" })).toBeVisible();
  await zip.fill("60601");
  await expect(city).toHaveValue("Chicago");
  await expect(state).toHaveValue("IL");
  await expect(form.locator("summary").filter({ hasText: "IL, United States" })).toBeVisible();
  await expectAccessible();
  await zip.fill("77338");
  await expect(city).toHaveValue("Humble");
  await city.fill("Atascocita");
  await zip.fill("60601");
  await expect(state).toHaveValue("IL");
  await expect(city).toHaveValue("Atascocita");
});

test("billing details typed before a reload are still there, until they are sent", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPlacedOrder(ama);
  await openAs(page, ama, `/shippingInformation/${orderId}`);
  await fillIn(page.getByRole("main"), {
    "Phone number": "2815550123",
    Address: "1 Palm Street",
    "ZIP code": "77338",
    City: "Humble",
  });
  await page.reload();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("1 Palm Street");
  await expect(page.getByLabel("City")).toHaveValue("Humble");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(`/checkout/${orderId}`);
  expect(Object.keys(localStorage).filter((key) => key.startsWith("typing"))).toEqual([]);
});

test("a city typed while the ZIP code is looked up is not filled in", async ({ page }) => {
  const ama = await newShopper();
  const lookedUp = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await openAs(page, ama, `/shippingInformation/${await aPlacedOrder(ama)}`);
  page.route(/check_delivery/, async (request) => {
    await mayAnswer.promise;
    const response = await page.shop.app.fetch(request);
    lookedUp.resolve();
    return response;
  });
  const form = page.getByRole("form", { name: "Billing details" });
  await form.getByLabel("ZIP code").fill("60601");
  await form.getByLabel("City").focus();
  mayAnswer.resolve();
  await lookedUp.promise;
  await expect(form.getByLabel("State")).toHaveValue("IL");
  await expect(form.getByLabel("City")).toHaveValue("");
});

test("a typed billing address is kept while the delivery address is used", async ({ page }) => {
  const ama = await newShopper();
  const delivery_place = { street: "18 Cypress Bend", city: "Humble", zip: "77338" };
  await openAs(page, ama, `/shippingInformation/${await aPlacedOrder(ama, undefined, "delivery", { delivery_place })}`);
  const isSame = page.getByLabel("Same as delivery address");
  await isSame.uncheck();
  await page.getByLabel("Address", { exact: true }).fill("1 Palm Street");
  await isSame.check();
  await expect(page.getByLabel("Address", { exact: true })).toBeHidden();
  await isSame.uncheck();
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("1 Palm Street");
});

test("an order that was read as paid before the bank's response arrives opens its success page once", async ({
  page,
}) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await enterAs(page, ama);
  const confirming = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  let isConfirming = false;
  let readCount = 0;
  page.route(/\/confirm$/, () => {
    // The second confirmation is that of `pay` below.
    if (isConfirming) return undefined;
    isConfirming = true;
    confirming.resolve();
    return answer.promise;
  });
  page.route(/\/rest\/v1\/orders\?/, () => {
    readCount += 1;
    return undefined;
  });
  await page.goto(`/error?order=${orderId}`);
  await payWithCard(page);
  await confirming.promise;
  await pay(ama, orderId);
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  const known = readCount;
  answer.resolve(Response.json({ status: "succeeded" }));
  // A navigation starts before the next task of the event loop, and then reads the order.
  await new Promise(setImmediate);
  await untilIdle();
  expect(readCount).toBe(known);
});

test("the payment button stays disabled until the page after the payment has loaded", async ({ page }) => {
  await openPayment(page);
  await typeCard(page);
  const reading = page.holdBack(/\/rest\/v1\/orders\?/);
  await page.getByRole("button", { name: /^Pay / }).click();
  await reading.arrival;
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  reading.release();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});

test("a paid order shows one toast and its summary, and its cart is empty since the billing form", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPlacedOrder(ama);
  await enterAs(page, ama);
  await fillCart(page);
  await page.goto(`/shippingInformation/${orderId}`);
  expect(localStorage.getItem("cartItems")).not.toBeNull();
  await typeBilling(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  expect([localStorage.getItem("cartItems"), localStorage.getItem("cartTimestamp")]).toEqual([null, null]);
  await page.getByRole("button", { name: "Show order summary" }).click();
  await expect(page.getByText("Delivery is not included for orders below $100.", { exact: true })).toBeVisible();
  await payWithCard(page);
  await expect(page.getByRole("status").getByText("Payment Successful!")).toBeVisible();
  await expect(page.getByText(orderId)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await expect(page.getByText("Payment Successful!")).toBeHidden();
  await page.navigateTo(`/checkout/${orderId}`);
  await expect(page).not.toHaveURL(/\/checkout\//);
});

test("a payment that cannot start shows an error, and the error page leads back to a filled cart", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  await openPayment(page);
  await typeCard(page, "4000 0000 0000 9995");
  page.route(/create-payment-intent/, () => Response.json({ error: "down" }, { status: 500 }));
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByText("Payment processing failed. Please try again.").first()).toBeVisible();
  logged.mockClear();
  page.unrouteAll();
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("heading", { name: "Payment Failed" })).toBeVisible();
  await expect(page.getByText("Your card has insufficient funds.").first()).toBeVisible();
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
});

test("orders and order lines that cannot be read show an error", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const ama = await newShopper();
  await aPlacedOrder(ama);
  page.route(/\/api\/order\//, () => Response.json({ error: "This order doesn't exist." }, { status: 404 }));
  await openAs(page, ama, "/auth");
  await page.getByRole("button", { name: /View details/ }).click();
  await expect(page.getByText("Error fetching order items").first()).toBeVisible();
  await expect(page.getByText("Error: This order doesn't exist.")).toBeVisible();
  page.route(/\/rest\/v1\/orders\?/, () => Response.json({ code: "X", message: "no" }, { status: 400 }));
  await page.reload();
  await expect(page.getByText("Error fetching orders").first()).toBeVisible();
  logged.mockClear();
});

/** Lets confirmations reach the provider, and loses their responses. */
function loseConfirmations(page: Page): void {
  page.route(/\/confirm$/, async (request) => {
    await page.shop.app.fetch(request);
    throw new TypeError("Failed to fetch");
  });
}

const countPayments = async ({ id }: Person) =>
  (await readRows(serviceClient(), "payments", "payment_intent_id, orders!inner(user_id)", { "orders.user_id": id }))
    .length;

test("a confirmation whose response was lost leads to the page that shows the payment", async ({ page }) => {
  const { ama, orderId } = await openPayment(page);
  loseConfirmations(page);
  await payWithCard(page);
  await expect(page).toHaveURL(`/success/${orderId}`);
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await page.goto(`/error?order=${orderId}`);
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  expect(await countPayments(ama)).toBe(1);
});

test("a delivery fee with a lost confirmation is shown as paid once the server knows", async ({ page }) => {
  const [ama, owner] = [await newShopper(), await newShopkeeper()];
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  await call(owner, "set_delivery_fee", { order_id: orderId, amount: 7.5 });
  await openAs(page, ama, `/checkout/${orderId}/delivery-fee`);
  loseConfirmations(page);
  await payWithCard(page);
  await expect(page.getByText(/^Thank you\. The delivery fee of order \d+ is paid\.$/)).toBeVisible();
  expect(await countPayments(ama)).toBe(2);
});

test("an order declined here and paid in another tab does not refill the cart", async ({ page }) => {
  const { ama, orderId } = await openPayment(page);
  await payWithCard(page, "4000 0000 0000 0002");
  await expect(page.getByText("You were not charged")).toBeVisible();
  await pay(ama, orderId);
  const { release } = page.holdBack(/\/rest\/v1\/orders\?/);
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByRole("link", { name: "Checking your order..." })).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  expect(localStorage.getItem("cartItems")).toBeNull();
});

test("while the order is unreadable, the failure page says nothing about money and refills nothing", async ({
  page,
}) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(READ_SETTINGS, "retryDelay").mockReturnValue(0);
  const ama = await newShopper();
  page.route(/\/rest\/v1\/orders\?/, () => new Response("{}", { status: 503 }));
  await openAs(page, ama, `/error?order=${await aPendingOrder(ama)}`);
  await expect(page.getByText("We don't know yet whether your order is paid.")).toBeVisible();
  await expect(page.getByText(/not charged|Payment Failed/)).toHaveCount(0);
  await expectAccessible();
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  logged.mockClear();
});

test("the cart reports an order that was paid elsewhere, and no longer has its items", async ({ page }) => {
  const { ama, orderId } = await openPayment(page);
  await payWithCard(page, "4000 0000 0000 0002");
  await page.getByRole("link", { name: "Back to cart" }).click();
  await expect(page.getByRole("article", { name: "Red Palm Oil" })).toBeVisible();
  await pay(ama, orderId);
  await page.reload();
  await expect(page.getByText(/^Order \d+ is paid\. Its items are no longer in your cart\.$/)).toBeVisible();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
});
