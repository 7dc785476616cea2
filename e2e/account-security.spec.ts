// Deep: sessions on several devices, and a token that is refreshed between two requests.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { codeOf, followLink, letSignInAge, messageTo, wrongCode } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, expectNoOverflow, logIn, test } from "./fixtures/shop-test.ts";
import { expireToken, newShopper, type Person } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const PASSWORD = "long enough";

test.use({
  expectedRejections: [
    // Wrong codes and passwords, unknown addresses, and ended sessions.
    "/auth/v1/",
    "/api/account",
  ],
});

async function typePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await fillIn(page, { Email: email, Password: password });
  await page.getByRole("button", { name: "Log in" }).click();
}

async function logInAnew(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await typePassword(page, email);
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

test("a sign-in link logs in once and opens the requested page", { tag: AT_PHONE }, async ({ page, browser }) => {
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
  await expectAccessible(page, "main");
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

test("an authenticator app is connected, asked for at login before anything private shows, and removed", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page }) => {
  const person = await newShopper();
  await openSettings(page, person);
  await letSignInAge(person.email);
  const section = page.getByRole("region", { name: "Two-step verification" });
  await section.getByRole("button", { name: "Set up two-step verification" }).click();
  await expect(section.getByText("Confirm that it's you first.")).toBeFocused();
  await expectAccessible(page, "main");
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
  await expectAccessible(page, "main");
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
    await expectAccessible(page);
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
  await expectAccessible(page, "dialog[open]");
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
  await expect(devices.getByRole("button", { name: "Log out other devices" })).toBeFocused();
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

test("a tab with an expired token refreshes it before any other request", { tag: AT_PHONE }, async ({ page }) => {
  await openSettings(page, await newShopper());
  // The auth client also refreshes the token on a timer and may do so first.
  const refreshed = page.waitForRequest((request) => request.url().includes("grant_type=refresh_token"));
  const { access_token: token } = await expireToken(page);
  const read = page.waitForRequest((request) => request.url().includes("/rest/v1/profiles"));
  await page.getByRole("link", { name: "Your orders" }).click();
  await refreshed;
  expect((await read).headers()["authorization"]).not.toBe(`Bearer ${token}`);
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
});
