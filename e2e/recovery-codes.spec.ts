// Deep: codes copied, saved as a file, and printed.
import { readFile } from "node:fs/promises";
import { codeOf, messageTo, startMfa } from "./fixtures/account-proofs.ts";
import { expect, expectAccessible, expectNoOverflow, test } from "./fixtures/shop-test.ts";
import { newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const SHAPE = /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/;

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("recovery codes are copied, saved, shown once, and guarded by a leave prompt", { tag: AT_PHONE }, async ({
  page,
}) => {
  const person = await newShopper();
  await openAs(page, person, "/account");
  await page.getByLabel("Code from the app").fill(await codeOf(await startMfa(page)));
  await page.getByRole("button", { name: "Turn on two-step verification" }).click();
  const newCodes = page.getByRole("region", { name: "Save your recovery codes" });
  await expect(newCodes.getByRole("listitem")).toHaveCount(10);
  const codes = await newCodes.getByRole("listitem").allTextContents();
  for (const code of codes) expect(code).toMatch(SHAPE);
  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  await messageTo(person.email, "You have new recovery codes");
  await expectAccessible(page, "main");
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
  await expect(newCodes.getByText(person.email)).toBeVisible();
  await expect(newCodes.getByRole("listitem")).toHaveCount(10);
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
  await expect(page.getByRole("region", { name: "Two-step verification" }).getByText("10 left")).toBeVisible();
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);
});
