import { randomUUID } from "node:crypto";
import { codeOf, followLink, messageTo, wrongCode } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import {
  aPendingOrder,
  expireToken,
  logOutEverywhere,
  newShopper,
  type Person,
  serviceClient,
  signedIn,
  verifyEmail,
} from "#e2e/fixtures/test-data.ts";
import { insert, readRows } from "#tests/requests.ts";
import { letSignInAge } from "../running-shop.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

const PASSWORD = "long enough";

async function typePassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await fillIn(page, { Email: email, Password: password });
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

test("the code of the login email logs in on the device that requested it", async ({ page }) => {
  const ama = await newShopper();
  await verifyEmail(ama);
  const { email } = ama;
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

test("a new email address takes effect after both addresses confirm it", async ({ page }) => {
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
  await page.navigateTo("/auth");
  await logInAnew(page, newEmail);
});

test("name, phone, and password each need reauthentication to change", async ({ page }) => {
  const person = await newShopper();
  await openSettings(page, person);
  await expectAccessible();

  await step("change the name", async () => {
    await page.getByLabel("Full Name").fill("  ");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Full Name is required")).toBeVisible();
    await page.getByLabel("Full Name").fill("Efua Mensah");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name saved.")).toBeVisible();
    const { data } = await serviceClient().from("profiles").select("name").eq("id", person.id).single();
    expect(data).toEqual({ name: "Efua Mensah" });
  });

  await step("change the phone with a texted code", async () => {
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

  await step("change the password with the current one", async () => {
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
  await page.navigateTo("/auth");
  await logInAnew(page, person.email, "longer than that");
});

test("a user who forgot the password resets it, or deletes the account, with an emailed code", async ({ page }) => {
  const person = await newShopper();
  await openSettings(page, person);
  await letSignInAge(page.shop, person, "11 minutes");
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

test("deleting an account needs its typed address and anonymizes its orders", async ({ page }) => {
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
  expect(Object.keys(localStorage)).toEqual([]);
  const { data } = await serviceClient().from("orders").select("status, user_id").eq("id", order).single();
  expect(data).toEqual({ status: "cancelled", user_id: null });
  await page.goto("/account");
  await typePassword(page, person.email);
  await expect(page.getByText("Invalid login credentials")).toBeVisible();
});

test("an authenticator app is connected, asked for at login before anything private shows, and removed", async ({
  page,
}) => {
  const person = await newShopper();
  await openSettings(page, person);
  await letSignInAge(page.shop, person, "11 minutes");
  const section = page.getByRole("region", { name: "Two-step verification" });
  await section.getByRole("button", { name: "Set up two-step verification" }).click();
  await expect(section.getByText("Confirm that it's you first.")).toBeFocused();
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
  const secret = (await section.locator("[translate=no]").textContent()).replaceAll(" ", "");
  const [now, next] = [await codeOf(secret), await codeOf(secret, 1)];
  await page.getByLabel("Code from the app").fill(wrongCode(now));
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await expect(page.getByText("That code is wrong or expired.")).toBeVisible();
  await expectAccessible("main");
  await page.getByLabel("Code from the app").fill(now);
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  await page.getByRole("button", { name: "I saved my codes" }).click();

  await page.navigateTo("/auth");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  const question = page.getByRole("heading", { name: "Enter a code" });
  await typePassword(page, person.email);
  await expect(question).toBeVisible();
  await page.getByRole("button", { name: "Use another account" }).click();
  await typePassword(page, person.email);
  for (const path of ["/desk/settings", "/auth", "/account"]) {
    await page.navigateTo(path);
    await expect(question).toBeVisible();
  }
  await expect(page.getByText(/Welcome/)).toHaveCount(0);
  await expectAccessible();
  const proceed = page.getByRole("button", { name: "Continue" });
  await page.getByLabel("Code").fill(now);
  await proceed.click();
  await expect(page.getByText("Each code works once")).toBeVisible();
  await page.getByLabel("Code").fill(next);
  await proceed.click();
  await expect(page).toHaveURL("/account");

  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("dialog")).toContainText("your password alone is enough to log in");
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(page.getByRole("button", { name: "Set up two-step verification" })).toBeVisible();
  await page.navigateTo("/auth");
  await logInAnew(page, person.email);
});

test("other devices are listed and logged out, one or all of them", async ({ page }) => {
  const person = await newShopper();
  const phone = await signedIn(person);
  await openSettings(page, person);
  const devices = page.getByRole("region", { name: "Devices" });
  await expect(devices.getByRole("listitem")).toHaveCount(2);
  await expect(devices.getByText("(this device)")).toHaveCount(1);
  await devices.getByRole("button", { name: "Log out device" }).click();
  await expect(devices.getByText(/ is logged out\.$/)).toBeVisible();
  await expect(devices.getByRole("button", { name: "Log out other devices" })).toBeFocused();
  await expect(devices.getByRole("listitem")).toHaveCount(1);
  const tablet = await signedIn(person);
  await page.getByRole("button", { name: "Log out other devices" }).click();
  await expect(page.getByText("All other devices are logged out.")).toBeVisible();
  for (const { client } of [phone, tablet]) expect((await client.auth.getUser()).error).not.toBeNull();
});

test("a tab with an expired token refreshes it before any other request", async ({ page }) => {
  await openSettings(page, await newShopper());
  const { access_token: token } = await expireToken(page);
  const sent: (string | null)[] = [];
  page.route(/\/rest\/v1\/profiles/, ({ headers }) => void sent.push(headers.get("authorization")));
  await page.getByRole("link", { name: "Your orders" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
  expect(sent).not.toEqual([]);
  expect(sent).not.toContain(`Bearer ${token}`);
});

async function expectNothingStored(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
}

test("logging out everywhere leaves nothing on the device, and no push subscription", async ({ page }) => {
  const person = await newShopper();
  await insert(person, "push_subscriptions", {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: "B".repeat(87),
    auth_secret: "a".repeat(22),
  });
  await openSettings(page, person);
  localStorage.setItem("cartDelivery", "18 Cypress Bend");
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expectNothingStored(page);
  expect(await readRows(serviceClient(), "push_subscriptions", "id", { user_id: person.id })).toEqual([]);
});

test("a session that was ended elsewhere leaves nothing on the device", async ({ page }) => {
  const person = await newShopper();
  await openSettings(page, person);
  localStorage.setItem("cartDelivery", "18 Cypress Bend");
  await logOutEverywhere(person);
  await page.reload();
  await expectNothingStored(page);
});
