import { messageTo, pressLinkButton, wrongCode } from "#e2e/fixtures/account-proofs.ts";
import { newShopper, verifyEmail } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

/** Requests a reset for a new account. @returns what was sent */
async function requestPasswordReset(page: Page) {
  const shopper = await newShopper();
  await verifyEmail(shopper);
  await page.goto("/auth/forgot");
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If this address has an account, we sent it a")).toBeVisible();
  return messageTo(shopper.email, "Choose a new password");
}

test("the emailed code resets the password on the device that requested it", async ({ page }) => {
  await page.goto("/auth/forgot");
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  const { code } = await requestPasswordReset(page);
  await expectAccessible("main");
  const use = page.getByRole("button", { name: "Use code" });
  await use.click();
  await expect(page.getByText("Enter the six digits")).toBeVisible();
  await page.getByLabel("Code from the email").fill(wrongCode(code));
  await use.click();
  await expect(page.getByText("That code is wrong, used, or expired. Ask for a new one.")).toBeVisible();
  await page.getByLabel("Code from the email").fill(code);
  await use.click();
  await expect(page).toHaveURL("/auth/reset");

  const save = page.getByRole("button", { name: "Save password" });
  await save.click();
  await expect(page.getByText("Password is required")).toBeVisible();
  await page.getByLabel("New password").fill("short");
  await save.click();
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await expect(page.getByLabel("New password")).toBeFocused();
  await expectAccessible("main");
  await page.getByLabel("New password").fill("longer than that");
  await save.click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
});

test("a reset link opened in another browser says which browser to use", async ({ page }) => {
  const { link } = await requestPasswordReset(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await pressLinkButton(page);
  await expect(page.getByText("This link works only in the browser you requested it from.")).toBeVisible();
  await page.goto("/auth/reset");
  await expect(page.getByText("To choose a new password, ask for a link.")).toBeVisible();
});
