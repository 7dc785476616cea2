// Deep: reset links in the same, another, and a third browser.
import type { Page } from "@playwright/test";
import { messageTo, pressLinkButton } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopper, verifyEmail } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const OLD_PASSWORD = "long enough";
const NEW_PASSWORD = "longer than that";

test.use({
  expectedRejections: [
    // The old password, and a wrong code.
    "/auth/v1/token?grant_type=password",
    "/auth/v1/user",
    "/auth/v1/verify",
  ],
});

async function newVerifiedShopper() {
  const shopper = await newShopper();
  await verifyEmail(shopper);
  return shopper;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
}

async function requestPasswordReset(page: Page, email: string): Promise<void> {
  await page.goto("/auth/forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If this address has an account, we sent it a")).toBeVisible();
}

/** Opens the message in the local mailbox. */
async function openMail(page: Page, email: string): Promise<void> {
  await messageTo(email, "Choose a new password");
  await page.goto("/dev/mailbox");
  await page.getByRole("listitem").filter({ hasText: email }).getByRole("link").click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Choose a new password for Calabash Market" }),
  ).toBeVisible();
}

async function tryPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/auth");
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a shopper resets a forgotten password by a link and is logged in", { tag: AT_PHONE }, async ({ page }) => {
  const { email } = await newVerifiedShopper();

  await test.step("she requests a link", async () => {
    await page.goto("/auth");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page).toHaveURL("/auth/forgot");
    await expect(page.getByRole("heading", { level: 1, name: "Forgot password?" })).toBeVisible();
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Email is required")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await expectAccessible(page, "main");
    await requestPasswordReset(page, email);
    await expectAccessible(page, "main");
  });

  await test.step("she opens the email and follows its link", async () => {
    const mailbox = page.waitForEvent("popup");
    await page.getByRole("link", { name: "read it in the local mailbox" }).click();
    await expect((await mailbox).getByRole("heading", { level: 1, name: "Mailbox" })).toBeVisible();
    await openMail(page, email);
    await page.frameLocator("iframe").getByRole("link", { name: "Choose a new password" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Choose a new password" })).toBeVisible();
    await expectAccessible(page);
    await pressLinkButton(page);
    await expect(page).toHaveURL("/auth/reset");
    await expect(page.getByText(`For ${email}.`)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("she types an invalid password, then a valid one", async () => {
    const save = page.getByRole("button", { name: "Save password" });
    await save.click();
    await expect(page.getByText("Password is required")).toBeVisible();
    await page.getByLabel("New password").fill("short");
    await save.click();
    await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
    await expect(page.getByLabel("New password")).toBeFocused();
    await expectAccessible(page, "main");
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await save.click();
    await expect(page.getByText("Password changed.")).toBeVisible();
    await expect(page).toHaveURL("/auth");
    await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
  });

  await test.step("the old password is rejected, and the new one logs in", async () => {
    await logOut(page);
    await tryPassword(page, email, OLD_PASSWORD);
    await expect(page.getByText("Invalid login credentials")).toBeVisible();
    await tryPassword(page, email, NEW_PASSWORD);
    await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
  });
});

test("the emailed code resets the password on another device", { tag: AT_PHONE }, async ({ page, browser }) => {
  const { email } = await newVerifiedShopper();
  await requestPasswordReset(page, email);
  const phone = await browser.newPage();
  await openMail(phone, email);
  const [code = ""] = /\b\d{6}\b/.exec((await phone.getByLabel("The message as plain text").textContent()) ?? "") ?? [];
  // A scanner that opens the link uses up neither the link nor the code.
  await phone.frameLocator("iframe").getByRole("link", { name: "Choose a new password" }).click();
  await expect(phone.getByRole("button", { name: "Continue" })).toBeVisible();
  await phone.close();
  const field = page.getByLabel("Code from the email");
  const use = page.getByRole("button", { name: "Use code" });
  await use.click();
  await expect(page.getByText("Enter the six digits")).toBeVisible();
  await field.fill(code === "000000" ? "111111" : "000000");
  await use.click();
  await expect(page.getByText("That code is wrong, used, or expired. Ask for a new one.")).toBeVisible();
  await field.fill(code);
  await use.click();
  await expect(page).toHaveURL("/auth/reset");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
});

test("a reset link opened in another browser says which browser to use", { tag: AT_PHONE }, async ({
  page,
  browser,
}) => {
  const { email } = await newVerifiedShopper();
  await requestPasswordReset(page, email);
  const anotherUser = await (await browser.newContext()).newPage();
  await openMail(anotherUser, email);
  await anotherUser.frameLocator("iframe").getByRole("link", { name: "Choose a new password" }).click();
  await pressLinkButton(anotherUser);
  await expect(anotherUser.getByText("This link works only in the browser you requested it from.")).toBeVisible();
  await anotherUser.goto("/auth/reset");
  await expect(anotherUser.getByText("To choose a new password, ask for a link.")).toBeVisible();
  await anotherUser.context().close();
});
