import type { Page } from "@playwright/test";
import { messageTo } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, expectAccessible, test, typeBilling, typeCard } from "./fixtures/shop-test.ts";
import { aPlacedOrder, enterAs, logOutEverywhere, newShopper, type Person } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

/** The session ends during a checkout, for example because the user logged out on all devices. */
test.use({ expectedRejections: ["/rest/v1/", "/auth/v1/", "/api/create-payment-intent", "session has ended"] });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Log in again" });

/** Logs Ama in and fills in the billing details of an order. */
async function typeOrder(page: Page): Promise<Person & { orderId: string }> {
  const ama = await newShopper();
  await enterAs(page, ama);
  const orderId = await aPlacedOrder(ama);
  await page.goto(`/shippingInformation/${orderId}`);
  await typeBilling(page);
  return { ...ama, orderId };
}

test("an ended session at billing or payment is restored by a login in place, with the input", {
  tag: [AT_PHONE, VERDICT],
}, async ({ page }) => {
  const person = await typeOrder(page);
  await logOutEverywhere(person);
  const proceed = page.getByRole("button", { name: "Continue to payment" });
  await proceed.click();
  await expect(dialog(page)).toContainText("Your session has ended. We kept what you typed.");
  await expect(dialog(page).getByLabel("Email")).toHaveValue(person.email);
  await expectAccessible(page, "dialog[open]");

  await test.step("a wrong password is rejected, and closing the dialog keeps the input", async () => {
    await dialog(page).getByLabel("Password").fill("quite wrong");
    await dialog(page).getByRole("button", { name: "Log in" }).click();
    await expect(dialog(page).getByRole("alert").getByText("Invalid login credentials")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("Your session has ended. Log in again.")).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ama Mensah");
  });

  await proceed.click();
  await test.step("another account cannot continue the shopper's order", async () => {
    const anotherUser = await newShopper("Kofi Stranger");
    await dialog(page).getByLabel("Email").fill(anotherUser.email);
    await dialog(page).getByLabel("Password").fill(anotherUser.password);
    await dialog(page).getByRole("button", { name: "Log in" }).click();
    await expect(dialog(page).getByRole("alert").getByText("That is another account.")).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ama Mensah");
  });

  await dialog(page).getByLabel("Email").fill(person.email);
  await dialog(page).getByLabel("Password").fill(person.password);
  await dialog(page).getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  await expect(page.getByText("Ama Mensah, 1 Palm Street, Houston, TX 77073, US.")).toBeVisible();

  await test.step("a checkout page opened later asks for a login and returns", async () => {
    await logOutEverywhere(person);
    await page.reload();
    await expect(page).toHaveURL(`/auth?next=%2Fcheckout%2F${person.orderId}`);
    await fillIn(page, { Email: person.email, Password: person.password });
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  });

  await test.step("at payment the card input stays, an emailed code replaces the password, and the payment goes on", async () => {
    await typeCard(page, "4242 4242 4242 4242");
    await logOutEverywhere(person);
    await page.getByRole("button", { name: /^Pay \$/ }).click();
    await dialog(page).getByRole("button", { name: "Email me a code" }).click();
    const code = dialog(page).getByLabel("Code from the email");
    await expect(code).toBeFocused();
    await expectAccessible(page, "dialog[open]");
    await code.fill((await messageTo(person.email, "")).code);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  });
});
