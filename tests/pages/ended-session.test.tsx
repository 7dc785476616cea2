import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { enterAs, newShopper, type Person, signedIn } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

/** Logs out from another device, so this browser still has its token. */
async function logOutEverywhere(person: Person): Promise<void> {
  const { client } = await signedIn(person);
  const { error } = await client.auth.signOut({ scope: "global" });
  if (error) throw error;
}

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
  await login.getByLabel("Email").fill(person.email);
  await login.getByLabel("Password").fill(person.password);
  await login.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByRole("main").getByText("Red Palm Oil").first()).toBeAttached();
});
