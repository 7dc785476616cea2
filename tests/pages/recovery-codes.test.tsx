import { makeRecoveryCodes } from "#e2e/fixtures/account-proofs.ts";
import { enterAs, newShopper } from "#e2e/fixtures/test-data.ts";
import type { Page } from "./page-test.tsx";
import { expect, test } from "./page-test.tsx";

const PASSWORD = "long enough";

const settings = (page: Page) => page.getByRole("region", { name: "Two-step verification" });

const newCodes = (page: Page) => page.getByRole("region", { name: "Save your recovery codes" });

async function readCodes(page: Page): Promise<string[]> {
  const codes = newCodes(page).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  return codes.allTextContents();
}

test("two remaining recovery codes show a warning, and new ones need a confirmation", async ({
  page,
  expectAccessible,
}) => {
  const person = await newShopper();
  const old = await makeRecoveryCodes(person, PASSWORD);
  const { data } = await person.client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const factorId = data.user?.factors?.[0]?.id ?? "";
  for (const code of old.slice(0, 8)) {
    expect((await person.client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  }
  await enterAs(page, person);
  await page.goto("/account");
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
  const fresh = await readCodes(page);
  expect(fresh.filter((code) => old.includes(code))).toEqual([]);
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  await page.getByRole("button", { name: "I saved my codes" }).click();
  await expect(settings(page).getByText("10 left")).toBeVisible();
  await expect(page.getByText("left. Create new codes")).toHaveCount(0);
  const rejected = await person.client.auth.mfa.challengeAndVerify({ factorId, code: old[9] ?? "" });
  expect(rejected.error?.code).toBe("mfa_verification_failed");
});
