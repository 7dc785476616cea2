import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { codeOf, followLink, letSignInAge, messageTo, wrongCode } from "./fixtures/account-proofs.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, logIn, test } from "./fixtures/shop-test.ts";
import { aPendingOrder, newShopper, type Person, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

const PASSWORD = "long enough";

test.use({
  expectedRejections: [
    // Wrong codes and passwords, unknown addresses, and ended sessions.
    "/auth/v1/",
    "/api/account",
  ],
});

async function typePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

async function logInAnew(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await typePassword(page, email, password);
  await expect(page.getByRole("button", { name: "Log out", exact: true })).toBeVisible();
}

async function openSettings(page: Page, person: Person): Promise<void> {
  // Restores the session only once, because this test also logs out, which clears localStorage but not window.name.
  await page.addInitScript((session) => {
    if (window.name === "entered") return;
    window.name = "entered";
    localStorage.setItem("supabase.auth.token", session);
  }, person.session);
  await page.goto("/account");
  await expect(page.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
}

async function expectNoOverflow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (before) await page.setViewportSize(before);
}

test("a sign-in link logs in once and opens the requested page", { tag: AT_PHONE }, async ({
  page,
  browser,
  expectAccessible,
}) => {
  const { email } = await newShopper();
  const ask = page.getByRole("button", { name: "Email me a login link" });
  const sent = page.getByText("If this address has an account, we sent it a");
  await page.goto("/auth?next=%2Faccount");
  await ask.click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByLabel("Email").fill(`${randomUUID()}@nobody.example`);
  await ask.click();
  await expect(sent).toBeVisible();
  await page.getByRole("button", { name: "Back to login" }).click();
  await page.getByLabel("Email").fill(email);
  await ask.click();
  await expect(sent).toBeVisible();
  await expectAccessible("main");
  const { link } = await messageTo(email, "is your");
  await followLink(page, link);
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(email).first()).toBeVisible();

  const anotherUser = await (await browser.newContext()).newPage();
  await followLink(anotherUser, link);
  await expect(anotherUser.getByText("This link was used or has expired. Ask for a new one.")).toBeVisible();
  await expect(anotherUser.getByRole("heading", { name: "Log in" })).toBeVisible();
  await anotherUser.context().close();
});

test("the code of the login email logs in on the device that requested it", { tag: AT_PHONE }, async ({ page }) => {
  const { email } = await newShopper();
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Email me a login link" }).click();
  const { code } = await messageTo(email, "is your");
  const use = page.getByRole("button", { name: "Use code" });
  await use.click();
  await expect(page.getByText("Enter the six digits")).toBeVisible();
  await page.getByLabel("Code from the email").fill(wrongCode(code));
  await use.click();
  await expect(page.getByText("That code is wrong, used, or expired. Ask for a new one.")).toBeVisible();
  await page.getByLabel("Code from the email").fill(code);
  await use.click();
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
});

test("an authenticator app is connected, asked for at login before anything private shows, and removed", {
  tag: AT_DESKTOP,
}, async ({ page, expectAccessible }) => {
  const person = await newShopper();
  await openSettings(page, person);
  await letSignInAge(person.email);
  const section = page.getByRole("region", { name: "Two-step verification" });
  await section.getByRole("button", { name: "Set up two-step verification" }).click();
  await expect(section.getByText("Confirm that it's you first.")).toBeFocused();
  await expectAccessible("main");
  await section.getByLabel("Current password").fill("not the one");
  await section.getByRole("button", { name: "Continue" }).click();
  await expect(section.getByText("That is not your current password.")).toBeVisible();
  // A user who forgot the password leaves the field empty.
  await section.getByLabel("Current password").fill("");
  await section.getByRole("button", { name: "Continue" }).click();
  await section.getByLabel("Code we sent you").fill((await messageTo(person.email, "is your")).code);
  await section.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(section.getByText(/^Scan this image/)).toBeFocused();
  const secret = ((await page.locator("[translate=no]").textContent()) ?? "").replaceAll(" ", "");
  const [now, next] = [await codeOf(secret), await codeOf(secret, 1)];
  await page.getByLabel("Code from the app").fill(wrongCode(now));
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await expect(page.getByText("That code is wrong or expired.")).toBeVisible();
  await expectAccessible("main");
  await expectNoOverflow(page);
  await page.getByLabel("Code from the app").fill(now);
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  await page.getByRole("button", { name: "I saved my codes" }).click();

  await navigateTo(page, "/auth");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await typePassword(page, person.email);
  await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  await expect(page.getByText(/Welcome/)).toHaveCount(0);
  await test.step("without the code, the user returns to the login for another account", async () => {
    await expectAccessible();
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "Use another account" }).click();
    await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
    await typePassword(page, person.email);
    await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  });
  for (const path of ["/desk/settings", "/auth"]) {
    await navigateTo(page, path);
    await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  }
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  const proceed = page.getByRole("button", { name: "Continue" });
  await page.getByLabel("Code").fill(now);
  await proceed.click();
  await expect(page.getByText("Each code works once")).toBeVisible();
  await page.getByLabel("Code").fill(next);
  await proceed.click();
  await expect(page).toHaveURL("/account");

  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("dialog")).toContainText("your password alone is enough to log in");
  await expectAccessible("dialog[open]");
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(page.getByRole("button", { name: "Set up two-step verification" })).toBeVisible();
  await navigateTo(page, "/auth");
  await logInAnew(page, person.email);
});

test("signing out other devices, then everywhere, ends the sessions there", { tag: AT_DESKTOP }, async ({
  page,
  browser,
}) => {
  const person = await newShopper();
  const other = await (await browser.newContext()).newPage();
  await logIn(other, { email: person.email, password: PASSWORD });
  await openSettings(page, person);
  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(
    devices.getByText("Chrome on Linux (this device)").or(devices.getByText("An unknown device (this device)")),
  ).toBeVisible();
  await devices.getByRole("button", { name: "Log out device" }).click();
  await expect(devices.getByText("Chrome on Linux is logged out.")).toBeVisible();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  await other.goto("/account");
  await expect(other.getByRole("heading", { name: "Log in" })).toBeVisible();
  await typePassword(other, person.email);
  await expect(other.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
  await page.getByRole("button", { name: "Log out other devices" }).click();
  await expect(page.getByText("All other devices are logged out.")).toBeVisible();
  await other.goto("/account");
  await expect(other.getByRole("heading", { name: "Log in" })).toBeVisible();
  await typePassword(other, person.email);
  await expect(other.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();

  // The other tab of the same browser logs out immediately.
  const tab = await page.context().newPage();
  await tab.goto("/auth");
  await expect(tab.getByRole("button", { name: "Log out", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(tab.getByRole("heading", { name: "Log in" })).toBeVisible();
  await other.goto("/account");
  await expect(other.getByRole("heading", { name: "Log in" })).toBeVisible();
  await other.context().close();
});

test("a tab with an expired token refreshes it before any other request", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const person = await newShopper();
  await openSettings(page, person);
  const sleep = () =>
    page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem("supabase.auth.token") ?? "{}");
      localStorage.setItem("supabase.auth.token", JSON.stringify({ ...session, expires_at: 1 }));
      return session.access_token as string;
    });
  // The auth client also refreshes the token on a timer and may do so first.
  const refreshed = page.waitForRequest((request) => request.url().includes("grant_type=refresh_token"));
  const token = await sleep();
  const read = page.waitForRequest((request) => request.url().includes("/rest/v1/profiles"));
  await page.getByRole("link", { name: "Your orders" }).click();
  await refreshed;
  expect((await read).headers()["authorization"]).not.toBe(`Bearer ${token}`);
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
});

test("a new email address takes effect after both addresses confirm it", { tag: AT_PHONE }, async ({
  page,
  expectAccessible,
}) => {
  const person = await newShopper();
  const newEmail = `${randomUUID()}@test.example`;
  await openSettings(page, person);
  await page.getByLabel("New email address").fill(person.email);
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByText("This is already your address")).toBeVisible();
  await page.getByLabel("New email address").fill(newEmail);
  await page.getByRole("button", { name: "Change address" }).click();
  await expect(page.getByText(`${newEmail} is not confirmed yet.`)).toBeVisible();
  await expectAccessible("main");
  const [toNew, toOld] = [await messageTo(newEmail, "new email"), await messageTo(person.email, "new email")];
  await followLink(page, toNew.link);
  await expect(page.getByText("Please proceed to confirm link sent to the other email")).toBeVisible();
  await followLink(page, toOld.link);
  await expect(page.getByText(`Your address is ${newEmail}.`)).toBeVisible();
  await navigateTo(page, "/auth");
  await logInAnew(page, newEmail);
});

test("name, phone, and password each need reauthentication to change", { tag: AT_PHONE }, async ({
  page,
  expectAccessible,
}) => {
  const person = await newShopper();
  await openSettings(page, person);
  await expectAccessible();
  await expectNoOverflow(page);

  await test.step("change the name", async () => {
    await page.getByLabel("Full Name").fill("  ");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Full Name is required")).toBeVisible();
    await page.getByLabel("Full Name").fill("Efua Mensah");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name saved.")).toBeVisible();
    const { data } = await serviceClient().from("profiles").select("name").eq("id", person.id).single();
    expect(data).toEqual({ name: "Efua Mensah" });
  });

  await test.step("change the phone with a texted code", async () => {
    const phone = `+1281${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`;
    await page.getByLabel("New phone number").fill("281 555");
    await page.getByRole("button", { name: "Change number" }).click();
    await expect(page.getByText("Enter a number with country code, such as")).toBeVisible();
    await page.getByLabel("New phone number").fill(phone);
    const form = page.getByRole("form", { name: "Phone" });
    await form.getByLabel("Current password").fill("not the one");
    await page.getByRole("button", { name: "Change number" }).click();
    await expect(page.getByText("That is not your current password.")).toBeVisible();
    await form.getByLabel("Current password").fill(PASSWORD);
    await page.getByRole("button", { name: "Change number" }).click();
    await expect(page.getByText(`Sent to ${phone}`)).toBeVisible();
    const { code } = await messageTo(phone, "");
    await page.getByLabel("Code from the text message").fill(code);
    await page.getByRole("button", { name: "Confirm number" }).click();
    await expect(page.getByText(`Your number is ${phone}.`)).toBeVisible();
  });

  await test.step("change the password with the current one", async () => {
    const save = page.getByRole("button", { name: "Save password" });
    const form = page.getByRole("form", { name: "Password" });
    await form.getByLabel("Current password").fill("not the one");
    await page.getByLabel("New password").fill("longer than that");
    await save.click();
    await expect(page.getByText("That is not your current password.")).toBeVisible();
    await form.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill("password123");
    await save.click();
    await expect(page.getByText("Password is known to be weak and easy to guess")).toBeVisible();
    await page.getByLabel("New password").fill(PASSWORD);
    await save.click();
    await expect(page.getByText("New password should be different from the old password.")).toBeVisible();
    await page.getByLabel("New password").fill("longer than that");
    await save.click();
    await expect(page.getByText("Password changed.")).toBeVisible();
    await messageTo(person.email, "Your password was changed");
  });
  await navigateTo(page, "/auth");
  await logInAnew(page, person.email, "longer than that");
});

test("a user who forgot the password resets it, or deletes the account, with an emailed code", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const person = await newShopper();
  await openSettings(page, person);
  await letSignInAge(person.email);
  const form = page.getByRole("form", { name: "Password" });
  await form.getByLabel("New password").fill("longer than that");
  await form.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("We sent you six digits.")).toBeVisible();
  await expectAccessible("main");
  await form.getByLabel("Code we sent you").fill((await messageTo(person.email, "is your")).code);
  await form.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();

  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText("We sent you six digits.")).toBeVisible();
  await expectAccessible("dialog[open]");
  await dialog.getByLabel("Code we sent you").fill((await messageTo(person.email, "is your")).code);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
});

test("deleting an account needs its typed address and anonymizes its orders", {
  tag: AT_DESKTOP,
}, async ({ page, expectAccessible }) => {
  const person = await newShopper();
  const order = await aPendingOrder(person);
  await openSettings(page, person);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const confirm = page.getByRole("button", { name: "Delete account" });
  await expect(confirm).toBeDisabled();
  await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await page.getByRole("dialog").getByLabel("Password").fill("not the one");
  await confirm.click();
  await expect(page.getByText("That is not your current password.")).toBeVisible();
  await expectAccessible("dialog[open]");
  await page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
  await confirm.click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
  await expect(page).toHaveURL("/home");
  const { data } = await serviceClient().from("orders").select("status, user_id").eq("id", order).single();
  expect(data).toEqual({ status: "cancelled", user_id: null });
  await page.goto("/account");
  await typePassword(page, person.email);
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
});
