import { codeOf, connectApp, makeRecoveryCodes, messageTo } from "#e2e/fixtures/account-proofs.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { newShopper, openAs, type Person } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, type Page, test } from "./page-test.tsx";

const PASSWORD = "long enough";

const settings = (page: Page) => page.getByRole("region", { name: "Two-step verification" });

const newCodes = (page: Page) => page.getByRole("region", { name: "Save your recovery codes" });

async function readCodes(page: Page): Promise<string[]> {
  const codes = newCodes(page).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

async function typePassword(page: Page, person: Person): Promise<void> {
  await fillIn(page, { Email: person.email, Password: PASSWORD });
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
}

test("two remaining recovery codes show a warning, and new ones need a confirmation", async ({ page }) => {
  const person = await newShopper();
  const old = await makeRecoveryCodes(person, PASSWORD);
  const { data } = await person.client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const factorId = data.user?.factors?.[0]?.id ?? "";
  for (const code of old.slice(0, 8)) {
    expect((await person.client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  }
  await openAs(page, person, "/account");
  await expect(page.getByText("Only 2 recovery codes are left.")).toBeVisible();
  await expectAccessible("main");
  await page.getByRole("button", { name: "Create new codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Create new recovery codes?" });
  await expect(dialog).toContainText("Your 2 remaining codes will stop working.");
  await expectAccessible("dialog[open]");
  await dialog.getByRole("button", { name: "Keep old codes" }).click();
  await expect(page.getByText("Only 2 recovery codes are left.")).toBeVisible();
  await page.getByRole("button", { name: "Create new codes" }).click();
  await dialog.getByRole("button", { name: "Create new codes" }).click();
  expect((await readCodes(page)).filter((code) => old.includes(code))).toEqual([]);
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  await page.getByRole("button", { name: "I saved my codes" }).click();
  await expect(settings(page).getByText("10 left")).toBeVisible();
  await expect(page.getByText("left. Create new codes")).toHaveCount(0);
  const rejected = await person.client.auth.mfa.challengeAndVerify({ factorId, code: old[9] ?? "" });
  expect(rejected.error?.code).toBe("mfa_verification_failed");
});

test("a recovery code logs in once, and the lost authenticator app is removed", async ({ page }) => {
  const person = await newShopper();
  const [first = "", second = ""] = await makeRecoveryCodes(person, PASSWORD);
  await page.goto("/auth");
  await typePassword(page, person);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  const field = page.getByLabel("Recovery code");
  await expect(field).toBeFocused();
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
  await page.getByRole("button", { name: "Remove app", exact: true }).click();
  await expect(page.getByRole("button", { name: "Set up two-step verification" })).toBeVisible();
  await expect(page.getByText("Recovery codes")).toHaveCount(0);
});

test("without recovery codes in the auth service, none are offered", async ({ page }) => {
  // The response of a hosted project, which has no recovery codes.
  page.route(/auth\/v1\/settings/, async (request) => {
    const { mfa_recovery_codes_enabled: _, ...hosted } = await (await page.shop.app.fetch(request)).json();
    return Response.json(hosted);
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
