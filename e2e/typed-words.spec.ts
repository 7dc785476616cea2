// Deep: every way out of a form with input, Back and closing the tab included.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

/** Unsaved input is never discarded without a prompt, whichever way the owner leaves. */
const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });

const leavePrompt = (page: Page) => page.getByRole("alertdialog", { name: /^Leave without saving/ });

const addItem = (page: Page) => page.getByRole("dialog", { name: "Add Item" });

async function openAddItem(page: Page, typed: string): Promise<void> {
  await openAs(page, await newShopkeeper(), "/others");
  await page.getByRole("button", { name: "Add Item" }).click();
  await addItem(page).getByLabel("Name").fill(typed);
}

test("a tap beside a product form and repeated Escape never discard its input", { tag: AT_PHONE }, async ({ page }) => {
  await openAddItem(page, "Egusi");
  await page.mouse.click(4, 300);
  await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(question(page)).toBeHidden();
  // Chromium lets a page prevent only the first of two Escapes.
  for (let press = 0; press < 7; press += 1) await page.keyboard.press("Escape");
  await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
});

test("Back shows a prompt before discarding a product form", { tag: AT_DESKTOP }, async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/privacy");
  await navigateTo(page, "/africanwearandfashion");
  await expect(page).toHaveURL("/africanwearandfashion");
  await page.getByRole("button", { name: "Add Item" }).click();
  await addItem(page).getByLabel("Name").fill("Egusi");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/africanwearandfashion");
  await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
  await page.evaluate(() => history.back());
  await question(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page).toHaveURL("/privacy");
});

test("closing a tab shows a prompt for unsaved input, and none after saving", { tag: AT_DESKTOP }, async ({ page }) => {
  await openAddItem(page, `Closed tab ${randomUUID().slice(0, 6)}`);
  await addItem(page).getByLabel("Price", { exact: true }).fill("4");
  const prompt = page.waitForEvent("dialog");
  const left = page.close({ runBeforeUnload: true });
  const dialog = await prompt;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await left;
  await addItem(page).getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Item added succesfully")).toBeVisible();
  await expect(addItem(page)).toBeHidden();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("pasted CSV survives Back and a closed tab, and logging out deletes all unsaved input", {
  tag: AT_DESKTOP,
}, async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/products");
  await page.getByRole("link", { name: /import and export/ }).click();
  const table = page.getByLabel("Or paste rows from a spreadsheet");
  await table.fill("category,name,price\ncondiments,Egusi,7.50");
  await page.evaluate(() => history.back());
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/desk/products/import");
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("not saved yet")).toBeVisible();
  await expect(table).toHaveValue("category,name,price\ncondiments,Egusi,7.50");

  const typedNames = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("typing ")));
  expect(await typedNames()).toHaveLength(1);
  await page.getByRole("link", { name: "Account" }).first().click();
  await leavePrompt(page).getByRole("button", { name: "Leave" }).click();
  // The previous page has a button with this name, too.
  await expect(page).toHaveURL("/auth");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect.poll(typedNames).toEqual([]);
});
