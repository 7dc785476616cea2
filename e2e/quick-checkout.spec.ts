// Deep: the number of fields and taps of a checkout.

import type { Locator, Page } from "@playwright/test";
import { messageTo } from "./fixtures/account-proofs.ts";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

/** Checkout by touch, with its fields and taps counted from the cart to the payment. */
function counted() {
  const count = { fields: 0, taps: 0 };
  return {
    count,
    type: async (field: Locator, text: string) => {
      count.fields += 1;
      await field.fill(text);
    },
    tap: async (target: Locator) => {
      count.taps += 1;
      await target.tap();
    },
  };
}

/** Types a guest's name, email, and phone number in the cart. */
async function typeWho(page: Page, guest: ReturnType<typeof counted>, email: string) {
  const who = page.getByRole("group", { name: "Who is it for?" });
  await guest.type(who.getByLabel("Email"), email);
  await guest.type(who.getByLabel("Full name"), "Ama Boateng");
  return who;
}

const cardFields = (page: Page) =>
  [
    [page.getByLabel("Card number"), "4242 4242 4242 4242"],
    [page.getByLabel("Expiration date"), "12 / 34"],
    [page.getByLabel("CVC"), "123"],
  ] as const;

test("a guest pays for a delivery with 8 fields, 6 taps, and no code, and returns with 2 taps", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const email = `${crypto.randomUUID()}@test.example`;
  const guest = counted();
  await page.goto("/condiments");

  await test.step("each detail is typed once, on three pages", async () => {
    await guest.tap(page.getByRole("button", { name: /^Add/ }).first());
    await guest.tap(page.getByRole("link", { name: /Cart.*1/ }));
    await expect(page).toHaveURL("/cart");
    await guest.tap(page.getByText("Delivery", { exact: true }));
    await guest.type(page.getByLabel("ZIP code", { exact: true }), "77338");
    await expect(page.getByLabel("City")).toHaveValue("Humble");
    await guest.type(page.getByLabel("Delivery address"), "18 Cypress Bend");
    await guest.type(page.getByLabel("Phone number"), "2815550177");
    await typeWho(page, guest, email);
    await guest.tap(page.getByRole("button", { name: "Proceed to Checkout" }));
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await expect(page.getByLabel("Same as delivery address")).toBeChecked();
    await expect(page.getByLabel("Phone number")).toHaveValue("2815550177");
    await expect(page.getByLabel("Full name")).toHaveValue("Ama Boateng");
    await guest.tap(page.getByRole("button", { name: "Continue to payment" }));
    await expect(page).toHaveURL(/\/checkout\//);
    for (const [field, text] of cardFields(page)) await guest.type(field, text);
    await guest.tap(page.getByRole("button", { name: /^Pay \$/ }));
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    expect(guest.count).toEqual({ fields: 8, taps: 6 });
  });

  await test.step("the account gets the name of the first order", async () => {
    await page.goto("/auth");
    await expect(page.getByRole("heading", { name: "Welcome, Ama Boateng" })).toBeVisible();
  });

  await test.step("a returning customer types nothing but the card", async () => {
    const customer = counted();
    await page.goto("/condiments");
    await page.getByRole("button", { name: /^Add/ }).first().tap();
    await expect(page.getByRole("link", { name: /Cart.*1/ })).toBeVisible();
    await page.goto("/cart");
    await customer.tap(page.getByRole("button", { name: "Proceed to Checkout" }));
    await expect(page).toHaveURL(/\/checkout\//);
    for (const [field, text] of cardFields(page)) await field.fill(text);
    await customer.tap(page.getByRole("button", { name: /^Pay \$/ }));
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    expect(customer.count).toEqual({ fields: 0, taps: 2 });
  });
});

test("a guest pays a pickup by card with 8 fields, 3 taps, and no code", { tag: AT_PHONE }, async ({ page }) => {
  const guest = counted();
  await openFilledCart(page);
  const time = page.getByRole("form", { name: "Checkout" }).locator("summary").filter({ hasText: "Change" });
  await expect(time).toContainText(/^(Today|Tomorrow) \d+ (AM )?to \d+ [AP]M/);
  const who = await typeWho(page, guest, `${crypto.randomUUID()}@test.example`);
  await guest.type(who.getByLabel("Phone number"), "2815550177");
  await guest.tap(page.getByRole("button", { name: "Proceed to Checkout" }));
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await guest.type(page.getByLabel("Address"), "18 Cypress Bend");
  await guest.type(page.getByLabel("ZIP code"), "77338");
  await expect(page.getByLabel("City")).toHaveValue("Humble");
  await guest.tap(page.getByRole("button", { name: "Continue to payment" }));
  for (const [field, text] of cardFields(page)) await guest.type(field, text);
  await guest.tap(page.getByRole("button", { name: /^Pay \$/ }));
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/\d+ (AM )?to \d+ [AP]M/);
  expect(guest.count).toEqual({ fields: 8, taps: 3 });
});

test("a guest orders a pickup to pay in the store with 4 fields, the code included, and 3 taps", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const settings = serviceClient().from("pay_in_store_settings");
  await settings.update({ is_on: true, max_total: 150, needs_completed_order: false }).eq("id", true).throwOnError();
  const email = `${crypto.randomUUID()}@test.example`;
  const guest = counted();
  await openFilledCart(page);
  const who = await typeWho(page, guest, email);
  await guest.type(who.getByLabel("Phone number"), "2815550177");
  await guest.tap(page.getByRole("button", { name: "Proceed to Checkout" }));
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await guest.tap(page.getByText("Pay in the store", { exact: true }));
  await guest.tap(page.getByRole("button", { name: "Place order and pay in the store" }));
  await guest.type(page.getByLabel("Code from the email"), (await messageTo(email, "is your")).code);
  await expect(page.getByRole("heading", { name: "Order placed" })).toBeVisible();
  expect(guest.count).toEqual({ fields: 4, taps: 3 });
  await settings.update({ is_on: false, max_total: 100, needs_completed_order: true }).eq("id", true).throwOnError();
});
