// Deep: codes copied, saved as a file, and used up.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { codeOf, connectApp, makeRecoveryCodes, messageTo, startMfa } from "./fixtures/account-proofs.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopper, type Person } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

const PASSWORD = "long enough";

const SHAPE = /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/;

test.use({
  // Used codes are rejected.
  expectedRejections: ["/auth/v1/factors"],
  permissions: ["clipboard-read", "clipboard-write"],
});

const settings = (page: Page) => page.getByRole("region", { name: "Two-step verification" });

const newCodes = (page: Page) => page.getByRole("region", { name: "Save your recovery codes" });

/**
 * Sets up MFA in the account settings.
 * @returns the codes that are then shown
 */
async function setUpMfa(page: Page, person: Person): Promise<string[]> {
  await enterAs(page, person);
  await page.goto("/account");
  const secret = await startMfa(page);
  await page.getByLabel("Code from the app").fill(await codeOf(secret));
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  return readCodes(page);
}

async function readCodes(page: Page): Promise<string[]> {
  const codes = newCodes(page).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

async function typePassword(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
}

async function expectNoOverflow(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  if (before) await page.setViewportSize(before);
}

test("a recovery code logs in once, and the lost authenticator app is removed", {
  tag: AT_DESKTOP,
}, async ({ page, expectAccessible }) => {
  const person = await newShopper();
  const [first = "", second = ""] = await makeRecoveryCodes(person, PASSWORD);
  await page.goto("/auth");
  await typePassword(page, person);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  const field = page.getByLabel("Recovery code");
  await expect(field).toBeFocused();
  await expectNoOverflow(page);
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter the 16 letters and digits of one code")).toBeVisible();
  await expectAccessible("main");
  await field.fill(first.toLowerCase().replaceAll("-", ""));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
  await messageTo(person.email, "A recovery code was used");

  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await typePassword(page, person);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await field.fill(first);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That recovery code is wrong or already used.")).toBeVisible();
  await field.fill(second);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();

  await page.getByRole("link", { name: "Account settings" }).click();
  await expect(settings(page).getByText("8 left")).toBeVisible();
  await settings(page).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(page.getByRole("button", { name: "Set up two-step verification" })).toBeVisible();
  await expect(page.getByText("Recovery codes")).toHaveCount(0);
});

test("recovery codes are copied, saved, shown once, and guarded by a leave prompt", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const person = await newShopper();
  const codes = await setUpMfa(page, person);
  for (const code of codes) expect(code).toMatch(SHAPE);
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  await messageTo(person.email, "You have new recovery codes");
  await expectAccessible("main");
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Codes copied.")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("recovery-codes.txt");
  expect(await readFile(await file.path(), "utf8")).toBe(copied);
  for (const part of [person.email, ...codes]) expect(copied).toContain(part);

  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed");
  await page.emulateMedia({ media: "print" });
  await expect(newCodes(page).getByText(person.email)).toBeVisible();
  await expect(newCodes(page).getByRole("listitem")).toHaveCount(10);
  await expect(page.getByRole("heading", { name: "Account settings" })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.getByRole("link", { name: "Your orders" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("We won't show them again.");
  await question.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "I saved my codes" }).click();
  await page.getByRole("link", { name: "Your orders" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Ama Mensah" })).toBeVisible();
  await page.getByRole("link", { name: "Account settings" }).click();
  await expect(settings(page).getByText("10 left")).toBeVisible();
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
});

test("without recovery codes in the auth service, none are offered", { tag: AT_PHONE }, async ({ page }) => {
  // The response of a hosted project, which has no recovery codes.
  await page.route("**/auth/v1/settings", async (route) => {
    const answer = await route.fetch();
    const { mfa_recovery_codes_enabled: _, ...hosted } = await answer.json();
    await route.fulfill({ response: answer, json: hosted });
  });
  const person = await newShopper();
  const secret = await connectApp(person, PASSWORD);
  await page.goto("/auth?next=%2Faccount");
  await typePassword(page, person);
  await expect(page.getByRole("button", { name: "Use a recovery code" })).toHaveCount(0);
  await page.getByLabel("Code").fill(await codeOf(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(settings(page).getByRole("button", { name: "Connect another app" })).toBeVisible();
  await expect(page.getByText(/recovery codes/i)).toHaveCount(0);
});
