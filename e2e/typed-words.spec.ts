// Deep: every way out of a form with input, Back and closing the tab included.
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

/** Unsaved input is never discarded without a prompt, whichever way the owner leaves. */
const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });

const leavePrompt = (page: Page) => page.getByRole("alertdialog", { name: /^Leave without saving/ });

const addItem = (page: Page) => page.getByRole("dialog", { name: "Add Item" });

async function openAddItem(page: Page, typed: string | null): Promise<void> {
  await openAs(page, await newShopkeeper(), "/others");
  await page.getByRole("button", { name: "Add Item" }).click();
  if (typed !== null) await addItem(page).getByLabel("Name").fill(typed);
}

const WAYS_OUT: Record<string, (page: Page) => Promise<unknown>> = {
  "a tap beside the dialog": (page) => page.mouse.click(4, 300),
  Escape: (page) => page.keyboard.press("Escape"),
  "its cross": (page) => addItem(page).getByRole("button", { name: "Close" }).click(),
};

test("leaving a product form with input shows a prompt, however it is left", { tag: AT_PHONE }, async ({ page }) => {
  await openAddItem(page, null);
  for (const [way, leave] of Object.entries(WAYS_OUT)) {
    await test.step(`${way} asks before discarding a product, and closes an empty form`, async () => {
      await addItem(page).getByLabel("Name").fill("Egusi");
      await leave(page);
      await expect(question(page)).toBeVisible();
      await expect(question(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
      if (way === "Escape") await expectAccessible(page, "[role=alertdialog]");
      await question(page).getByRole("button", { name: "Keep editing" }).click();
      await expect(question(page)).toBeHidden();
      await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");

      await leave(page);
      await question(page).getByRole("button", { name: "Discard changes" }).click();
      await expect(addItem(page)).toBeHidden();

      await page.getByRole("button", { name: "Add Item" }).click();
      await expect(addItem(page).getByLabel("Name")).toHaveValue("");
      await leave(page);
      await expect(addItem(page)).toBeHidden();
      await expect(question(page)).toBeHidden();
      await page.getByRole("button", { name: "Add Item" }).click();
    });
  }

  await test.step("a file picker closed without a choice leaves the form open", async () => {
    await addItem(page).getByLabel("Name").fill("Egusi");
    // The cancel event of a file input bubbles to the dialog.
    await addItem(page).getByLabel("Image 1").dispatchEvent("cancel", { bubbles: true });
    await expect(question(page)).toBeHidden();
    await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
  });

  await test.step("pressing Escape repeatedly never discards a product", async () => {
    for (let press = 0; press < 7; press += 1) await page.keyboard.press("Escape");
    await expect(addItem(page).getByLabel("Name")).toHaveValue("Egusi");
  });
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

test("an unsaved offer shows a leave prompt and is restored after Back and a closed tab", { tag: AT_PHONE }, async ({
  page,
}) => {
  const oil = await aProduct({ price: 10 });
  await openAs(page, await newShopkeeper(), "/desk/products");
  await page.getByRole("link", { name: "Offers" }).click();
  const open = page.getByRole("button", { name: "Add offer" });
  const form = page.getByRole("form", { name: "Add offer" });
  await open.click();
  await form.getByLabel("Find product").fill(oil.name);
  await expect(form.getByLabel("Product", { exact: true })).toHaveValue(String(oil.id));
  await form.getByRole("radio", { name: "A price" }).check();
  await form.getByRole("textbox", { name: "Dollars each" }).fill("7.25");

  await page.evaluate(() => history.back());
  await expectAccessible(page, "[role=alertdialog]");
  await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
  await expect(page).toHaveURL("/desk/offers");
  // While the first prompt is still closing, Escape would only answer that one.
  await expect(leavePrompt(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await leavePrompt(page).getByRole("button", { name: "Leave" }).click();
  await expect(form).toBeHidden();

  await page.reload();
  await open.click();
  await expect(form.getByText("not saved yet")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Dollars each" })).toHaveValue("7.25");
  await expect(form.getByLabel("Product", { exact: true })).toHaveValue(String(oil.id));
  await expectAccessible(page, "main form");
  await form.getByRole("button", { name: "Start over" }).click();
  await expect(form.getByRole("textbox", { name: "Percent" })).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
});

test.describe("logging out", () => {
  // Reads that are on their way when the session ends are rejected.
  test.use({ expectedRejections: ["/rest/v1/"] });

  test("pasted CSV survives a closed tab, and logging out deletes all unsaved input", { tag: AT_DESKTOP }, async ({
    page,
  }) => {
    await openAs(page, await newShopkeeper(), "/desk/products/import");
    const table = page.getByLabel("Or paste rows from a spreadsheet");
    await table.fill("category,name,price\ncondiments,Egusi,7.50");
    await page.getByRole("link", { name: "View store" }).click();
    await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
    await page.getByRole("button", { name: "Read rows" }).click();
    await expect(page.getByText("1 row of this store")).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Products" }).click();
    await leavePrompt(page).getByRole("button", { name: "Keep editing" }).click();
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await expect(page.getByText("not saved yet")).toBeVisible();
    await expect(table).toHaveValue("category,name,price\ncondiments,Egusi,7.50");

    const typedNames = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("typing ")));
    expect(await typedNames()).toHaveLength(1);
    await page.getByRole("link", { name: "Account" }).first().click();
    await leavePrompt(page).getByRole("button", { name: "Leave" }).click();
    // Wait for the URL, because the previous page has a button with this name, too.
    await expect(page).toHaveURL("/auth");
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByRole("button", { name: "Log out", exact: true })).toBeHidden();
    // The button disappears with the session, just before the input is deleted.
    await expect.poll(typedNames).toEqual([]);
  });
});
