import { codeOf, connectApp } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { aPlacedOrder, enterAs, logOutEverywhere, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { typeBilling } from "#scripts/test-environment/checkout-forms.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

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
