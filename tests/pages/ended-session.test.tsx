import { vi } from "vitest";
import { codeOf, connectApp, messageTo } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { aPlacedOrder, enterAs, logOutEverywhere, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { typeBilling, typeCard } from "#scripts/test-environment/checkout-forms.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

test("an ended session in the cart leads to the login and on to checkout with the same cart", async ({ page }) => {
  const person = await newShopper();
  await enterAs(page, person);
  await fillCart(page);
  await logOutEverywhere(person);
  await page.goto("/cart");
  // Saves the cart in the account, whose session has ended.
  await page.getByRole("button", { name: "One more" }).first().click();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page.getByText("Please login or sign up to proceed")).toBeVisible();
  const login = page.getByRole("form", { name: "Log in" });
  await fillIn(login, { Email: person.email, Password: person.password });
  await login.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByRole("main").getByText("Red Palm Oil").first()).toBeAttached();
});

test("an ended session at billing or payment is restored by a login in place, with the input", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const [person, anotherUser] = [await newShopper(), await newShopper("Kofi Stranger")];
  const orderId = await aPlacedOrder(person);
  await openAs(page, person, `/shippingInformation/${orderId}`);
  await typeBilling(page);
  await logOutEverywhere(person);
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  const proceed = page.getByRole("button", { name: "Continue to payment" });
  const logIn = async (part: Page | typeof dialog, email: string, password: string) => {
    await fillIn(part, { Email: email, Password: password });
    await part.getByRole("button", { name: "Log in" }).click();
  };
  await proceed.click();
  await expect(dialog).toContainText("Your session has ended. We kept what you typed.");
  await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
  await expectAccessible("dialog[open]");
  await logIn(dialog, person.email, "quite wrong");
  await expect(dialog.getByRole("alert").getByText("Invalid login credentials")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your session has ended. Log in again.")).toBeVisible();
  expect(logged).toHaveBeenCalledOnce();
  logged.mockClear();
  await proceed.click();
  await logIn(dialog, anotherUser.email, anotherUser.password);
  await expect(dialog.getByRole("alert").getByText("That is another account.")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Ama Mensah");
  await logIn(dialog, person.email, person.password);
  await expect(page.getByText("Ama Mensah, 1 Palm Street, Houston, TX 77073, US.")).toBeVisible();

  // A checkout page that is opened later asks for a login and returns.
  await logOutEverywhere(person);
  await page.reload();
  await expect(page).toHaveURL(`/auth?next=%2Fcheckout%2F${orderId}`);
  await logIn(page, person.email, person.password);
  await typeCard(page);
  await logOutEverywhere(person);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  await expect(dialog.getByLabel("Code from the email")).toBeFocused();
  await expectAccessible("dialog[open]");
  await dialog.getByLabel("Code from the email").fill((await messageTo(person.email, "")).code);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
});

test("a login in place asks for both steps of two-step verification", async ({ page }) => {
  const person = await newShopper();
  await openAs(page, person, `/shippingInformation/${await aPlacedOrder(person)}`);
  await typeBilling(page);
  const dialog = page.getByRole("dialog", { name: "Log in again" });
  const secret = await connectApp(person, person.password);
  await logOutEverywhere(person);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await dialog.getByLabel("Password").fill(person.password);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(dialog.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  await expectAccessible("dialog[open]");
  // The previous code is already used.
  await dialog.getByLabel("Code").fill(await codeOf(secret, 1));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
});

test("the login after an ended session leads back to the owner's link with its token", async ({ page }) => {
  const person = await newShopper();
  await enterAs(page, person);
  await logOutEverywhere(person);
  await page.goto("/join?owner=a-token");
  const login = page.getByRole("form", { name: "Log in" });
  await fillIn(login, { Email: person.email, Password: person.password });
  await login.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/join?owner=a-token");
});
