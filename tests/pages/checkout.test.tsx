import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPendingOrder,
  aPlacedOrder,
  aProduct,
  enterAs,
  newShopper,
  openAs,
  pay,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { typeCard } from "#scripts/test-environment/checkout-forms.ts";
import { untilIdle } from "./locator.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

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
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page).toHaveURL(/\/checkout\//);
  };
  const saved = async () =>
    (await serviceClient().from("billing_details").select().eq("order_id", orderId).single().throwOnError()).data;

  await type({
    "Full name": "Esi Owusu",
    Address: "1 Palm Street",
    City: "Humble",
    State: "LA",
    "ZIP code": "70112",
    Country: "CA",
    Email: "esi@test.example",
    "Phone number": "2815550123",
  });
  const first = {
    name: "Esi Owusu",
    line1: "1 Palm Street",
    city: "Humble",
    state: "LA",
    postal_code: "70112",
    country: "CA",
    email: "esi@test.example",
    phone: "2815550123",
  };
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
  await typeCard(page);
  await page.getByRole("button", { name: /^Pay / }).click();
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
  const ama = await newShopper();
  await openAs(page, ama, `/checkout/${await aPendingOrder(ama)}`);
  await typeCard(page);
  const reading = page.holdBack(/\/rest\/v1\/orders\?/);
  await page.getByRole("button", { name: /^Pay / }).click();
  await reading.arrival;
  await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  reading.release();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});
