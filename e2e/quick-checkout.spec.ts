// Deep: the number of fields and taps of a guest's checkout.
import type { Locator } from "@playwright/test";
import { openFilledCart } from "./fixtures/filled-cart.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("a guest pays a pickup by card with 8 fields, 3 taps, and no code", { tag: AT_PHONE }, async ({ page }) => {
  const count = { fields: 0, taps: 0 };
  const type = async (field: Locator, text: string) => {
    count.fields += 1;
    await field.fill(text);
  };
  const tap = async (name: string | RegExp) => {
    count.taps += 1;
    await page.getByRole("button", { name }).tap();
  };
  await openFilledCart(page);
  const time = page.getByRole("form", { name: "Checkout" }).locator("summary").filter({ hasText: "Change" });
  await expect(time).toContainText(/^(Today|Tomorrow) \d+ (AM )?to \d+ [AP]M/);
  const who = page.getByRole("group", { name: "Who is it for?" });
  await type(who.getByLabel("Email"), `${crypto.randomUUID()}@test.example`);
  await type(who.getByLabel("Full name"), "Ama Boateng");
  await type(who.getByLabel("Phone number"), "2815550177");
  await tap("Proceed to Checkout");
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await type(page.getByLabel("Address"), "18 Cypress Bend");
  await type(page.getByLabel("ZIP code"), "77338");
  await expect(page.getByLabel("City")).toHaveValue("Humble");
  await tap("Continue to payment");
  await type(page.getByLabel("Card number"), "4242 4242 4242 4242");
  await type(page.getByLabel("Expiration date"), "12 / 34");
  await type(page.getByLabel("CVC"), "123");
  await tap(/^Pay \$/);
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/\d+ (AM )?to \d+ [AP]M/);
  expect(count).toEqual({ fields: 8, taps: 3 });
});
