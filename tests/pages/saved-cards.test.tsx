import { vi } from "vitest";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  enterAs,
  newShopkeeper,
  newShopper,
  openAs,
  type Person,
  untilStatus,
  verifyEmail,
} from "#e2e/fixtures/test-data.ts";
import { typeCard } from "#scripts/test-environment/checkout-forms.ts";
import { stripeOf } from "../paying.ts";
import type { TestShop } from "../running-shop.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, test } from "./page-test.tsx";

/** Creates a shopper with a verified address. */
async function aVerifiedShopper(): Promise<Person> {
  const ama = await newShopper();
  await verifyEmail(ama);
  return ama;
}

/** Saves one of Stripe's test cards to the account. */
async function saveCard(shop: TestShop, person: Person, card = "pm_card_visa"): Promise<string> {
  const created = await shop.payments.createCustomer(person.id);
  const customer = await shop.data.call("save_card_customer", { user_id: person.id, customer_id: created });
  return (await stripeOf(shop).paymentMethods.attach(card, { customer })).id;
}

const cardForm = (page: Page) => page.getByRole("form", { name: "Card payment" });

test("a card is saved only if the box is checked, and preselected for the next order", async ({ page }) => {
  const ama = await aVerifiedShopper();
  await openAs(page, ama, `/checkout/${await aPendingOrder(ama)}`);
  const box = page.getByLabel("Save this card for next time");
  await expect(box).not.toBeChecked();
  await typeCard(page);
  await box.click();
  await cardForm(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await page.goto(`/checkout/${await aPendingOrder(ama)}`);
  await expect(page.getByRole("radio", { name: "Visa ending in 4242" })).toBeChecked();
});

test("a saved card pays an order without a field, or another card does", async ({ page }) => {
  const ama = await aVerifiedShopper();
  await saveCard(page.shop, ama);
  await enterAs(page, ama);
  const order = await aPendingOrder(ama);
  await page.goto(`/checkout/${order}`);
  const box = page.getByLabel("Save this card for next time");
  await expect(page.getByRole("radio", { name: "Visa ending in 4242" })).toBeChecked();
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await expect(box).toHaveCount(0);
  await expectAccessible();
  await page.getByRole("radio", { name: "Other card" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
  await expect(box).not.toBeChecked();
  await page.getByRole("radio", { name: "Visa ending in 4242" }).click();
  await cardForm(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await untilStatus(order, (status) => status === "paid");
});

test("a declined saved card shows its message and the form for another card", async ({ page }) => {
  const ama = await aVerifiedShopper();
  await saveCard(page.shop, ama, "pm_card_chargeCustomerFail");
  await enterAs(page, ama);
  const order = await aPendingOrder(ama);
  await page.goto(`/checkout/${order}`);
  await expect(page.getByRole("radio", { name: "Visa ending in 0341" })).toBeChecked();
  await cardForm(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(page).toHaveURL(`/error?order=${order}`);
  await expect(page.getByText("Payment failed: Your card was declined.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: "Other card" })).toBeChecked();
  await typeCard(page);
  await cardForm(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  // At once, not after the message's five seconds.
  expect(await page.getByText("Payment failed: Your card was declined.").count()).toBe(0);
});

test("a saved card that needs 3-D Secure asks for it, and holds the amount of a weighed product", async ({ page }) => {
  const ama = await aVerifiedShopper();
  await saveCard(page.shop, ama, "pm_card_authenticationRequired");
  const goat = await aProduct({ price: 9.99 });
  await enterAs(page, ama);
  const order = await aPendingOrder(ama, [{ name: goat.name, quantity: 1 }]);
  await page.shop.database.admin`update public.orders set holds_payment = true where id = ${order}`;
  await page.goto(`/checkout/${order}`);
  await cardForm(page)
    .getByRole("button", { name: /^(Pay|Hold)/ })
    .click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page).toHaveURL(`/success/${order}`);
  await untilStatus(order, (status) => status === "paid");
  const { data } = await ama.client.from("payments").select("held_until").eq("order_id", order).single().throwOnError();
  expect(data.held_until).not.toBeNull();
});

test("a saved card declined for a delivery fee opens the form for another card", async ({ page }) => {
  const ama = await aVerifiedShopper();
  const order = await aPaidOrder(ama, undefined, "delivery");
  const owner = await newShopkeeper();
  await owner.client.rpc("set_delivery_fee", { order_id: order, amount: 7.5 }).throwOnError();
  await saveCard(page.shop, ama, "pm_card_chargeCustomerFail");
  await openAs(page, ama, `/checkout/${order}/delivery-fee`);
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await cardForm(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("Payment failed: Your card was declined.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: "Other card" })).toBeChecked();
  await typeCard(page);
  await cardForm(page).getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText(/^Thank you\. The delivery fee of order/)).toBeVisible();
});

test("an unverified account is offered no saved card and no box", async ({ page }) => {
  const una = await newShopper();
  await openAs(page, una, `/checkout/${await aPendingOrder(una)}`);
  await expect(page.getByLabel("Card number")).toBeVisible();
  await expect(page.getByLabel("Save this card for next time")).toHaveCount(0);
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Saved cards" })).toHaveCount(0);
});

test("while the saved cards cannot be read, the card form is there and the account says so", async ({ page }) => {
  const ama = await aVerifiedShopper();
  await saveCard(page.shop, ama);
  await enterAs(page, ama);
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  page.route(/\/api\/saved-cards/, () => Response.json({ error: "Stripe is away." }, { status: 503 }));
  await page.goto(`/checkout/${await aPendingOrder(ama)}`);
  await expect(page.getByLabel("Card number")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("We couldn't load your saved cards.")).toBeVisible();
  await expect(page.getByText("No cards yet.")).toHaveCount(0);
  expect(log.mock.calls.map(String)).toEqual(Array(2).fill("Error: The saved cards could not be read: 503."));
  log.mockClear();
  page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Saved cards" }).getByRole("listitem")).toHaveCount(1);
});

test("the account lists saved cards, copies them, and deletes one", async ({ page }) => {
  const ama = await aVerifiedShopper();
  await openAs(page, ama, "/account");
  const section = page.getByRole("region", { name: "Saved cards" });
  await expect(section).toContainText("No cards yet.");
  await saveCard(page.shop, ama);
  await saveCard(page.shop, ama, "pm_card_mastercard");
  await page.reload();
  await expect(section.getByRole("listitem")).toHaveCount(2);
  await expectAccessible("main");
  const { text } = await page.savedFile(() => page.getByRole("button", { name: "Download copy" }).click());
  expect(JSON.parse(text).saved_cards).toMatchObject([{ brand: "mastercard" }, { brand: "visa", last4: "4242" }]);
  await section.getByRole("button", { name: "Delete Visa ending in 4242" }).click();
  await page.getByRole("dialog", { name: "Delete this card?" }).getByRole("button", { name: "Delete" }).click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: "Card deleted." })).toBeVisible();
  await expect(section).toContainText("Mastercard ending in 4444");
});
