import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { DEMO_OWNER, expect, logIn, test } from "./fixtures/shop-test.ts";

const LAST_PAGES = { beauty: "/beautyandhousehold?page=9", snacks: "/snacksandconfectionaries?page=9" };

test("an admin adds an item with two pictures, changes its price and deletes it", async ({
  page,
  browser,
  expectAccessible,
}) => {
  const name = `Shea Soap ${randomUUID().slice(0, 6)}`;
  await logIn(page, DEMO_OWNER);
  const guestContext = await browser.newContext();
  const guest = await guestContext.newPage();

  await test.step("the form shows what was chosen, and closes empty on cancel", async () => {
    await page.goto("/beautyandhousehold");
    await page.getByRole("button", { name: "Add Item" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await dialog.getByLabel("Name").fill("Forgotten");
    await dialog.getByLabel("Image 1").setInputFiles(await aPicture("front.webp", "webp"));
    await expect(dialog.getByRole("img", { name: "Preview of Image 1" })).toBeVisible();
    await expectAccessible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Add Item" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("");
    await expect(dialog.getByRole("img", { name: "Preview of Image 1" })).toBeHidden();
  });

  await test.step("a file that is no picture, or too large, is refused before anything is sent", async () => {
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await dialog
      .getByLabel("Image 2")
      .setInputFiles({ name: "list.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
    await expect(dialog.getByText("Image 2 must be a JPEG, PNG, WebP or AVIF picture.")).toBeVisible();
    await dialog
      .getByLabel("Image 2")
      .setInputFiles({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(dialog.getByText("Image 2 is 5.0 MB large; at most 5 MB are taken.")).toBeVisible();
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByLabel("Image 2")).toBeFocused();
    await expectAccessible();
  });

  await test.step("the item stands on the shelf, for a guest too", async () => {
    const dialog = page.getByRole("dialog", { name: "Add Item" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Description header").fill("Soft as rain");
    await dialog.getByLabel("Description", { exact: true }).fill("Black soap with shea butter.");
    await dialog.getByLabel("Price", { exact: true }).fill("7.49");
    await dialog.getByLabel("Size").fill("5 oz");
    await dialog.getByLabel("Image 1").setInputFiles(await aPicture("front/side.webp", "webp"));
    await dialog.getByLabel("Image 2").setInputFiles(await aPicture("back.png", "png"));
    const calls = writesOf(page);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Item added succesfully")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(card(page, name)).toContainText("$7.49");
    expect(calls).toEqual([
      "POST /rest/v1/beauty_and_household",
      expect.stringMatching(/^POST \/storage\/v1\/object\/wears_styles\/[0-9a-f]{16}-frontside\.webp$/),
      expect.stringMatching(/^POST \/storage\/v1\/object\/wears_styles\/[0-9a-f]{16}-back\.png$/),
    ]);
    await expectAccessible();
    await guest.goto(new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(card(guest, name)).toContainText("$7.49");
    await guest.getByRole("link", { name }).click();
    await expect(guest.getByRole("button", { name: "Show picture 2 of 2" })).toBeVisible();
  });

  await test.step("the pencil opens the form filled in", async () => {
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Item" });
    await expect(dialog.getByLabel("Name")).toHaveValue(name);
    await expect(dialog.getByLabel("Description", { exact: true })).toHaveValue("Black soap with shea butter.");
    await expect(dialog.getByLabel("Discount price")).toHaveValue("");
    await dialog.getByLabel("Discount price").fill("6.25");
    await dialog.getByLabel("Image 2").setInputFiles(await aPicture("new back.png", "png"));
    await expectAccessible();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Product successfully changed")).toBeVisible();
    await expect(card(page, name)).toContainText("$6.25");
    await expect(card(page, name)).toContainText("Save $1.24");
  });

  await test.step("a question by name comes before it goes", async () => {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    const question = page.getByRole("dialog", { name: "Delete this item?" });
    await expect(question).toContainText(name);
    await expectAccessible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(card(page, name)).toBeVisible();
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await question.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByText("Product successfully deleted")).toBeVisible();
    await expect(card(page, name)).toBeHidden();
  });
  await guestContext.close();
});
