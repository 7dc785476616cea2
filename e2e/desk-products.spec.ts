import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { update } from "#tests/requests.ts";
import { violationsOn } from "./fixtures/accessibility-checks.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { newShopkeeper, openAs, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

/**
 * Creates condiments that share a unique word.
 * @returns the word, and the ids by name
 */
async function someProducts(count: number) {
  const word = `Grid${randomUUID().slice(0, 6)}`;
  const { data } = await serviceClient()
    .from("condiments")
    .insert(
      Array.from({ length: count }, (_, place) => ({
        name: `${word} ${String.fromCharCode(65 + place)}`,
        price: 10,
        size: "1 ct",
        description: "For the table.",
        img1: "/storage/v1/object/public/wears_styles/puna-yam.webp",
      })),
    )
    .select("id, name")
    .order("name")
    .throwOnError();
  return { word, ids: data.map(({ id }) => id as number) };
}

async function pricesOf(ids: readonly number[]): Promise<number[]> {
  const { data } = await serviceClient().from("products").select("price").in("id", ids).order("name").throwOnError();
  return data.map(({ price }) => price as number);
}

/** Checks only this width: at the other one the page has a list instead of the grid, and no open editor. */
async function expectAccessibleHere(page: Page, part?: string): Promise<void> {
  expect(await violationsOn(page, part)).toEqual([]);
}

const cell = (page: Page, name: string, text: string) =>
  page.getByRole("row", { name }).getByRole("gridcell", { name: text });

test("ten prices are typed with Enter, a pasted column is checked, and a bulk change is undone", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page }) => {
  const { word, ids } = await someProducts(10);
  await openAs(page, await newShopkeeper(), `/desk/products?words=${word}`);
  await expect(page.getByText("10 products", { exact: true })).toBeVisible();
  const grid = page.getByRole("grid", { name: "Products" });
  await expect(grid).toHaveAttribute("aria-rowcount", "11");

  await test.step("ten prices take four keys and Enter each", async () => {
    await cell(page, `${word} A`, "$10.00").click();
    const typed = ids.map((_, place) => (1.49 + place / 2).toFixed(2));
    let keyCount = 0;
    for (const price of typed) {
      for (const key of [...price, "Enter"]) {
        await page.keyboard.press(key);
        keyCount += 1;
      }
    }
    expect(keyCount).toBe(50);
    await expect(page.getByText(`Price of ${word} J saved: $5.99.`)).toBeVisible();
    await expect.poll(() => pricesOf(ids)).toEqual(typed.map(Number));
  });

  await test.step("an invalid price stays open with an error, Escape restores it, and equal values are not saved", async () => {
    await cell(page, `${word} A`, "$1.49").click();
    await page.keyboard.type("1e3");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "“1e3” is not an amount." })).toBeVisible();
    await expectAccessibleHere(page);
    await page.keyboard.press("Escape");
    await expect(cell(page, `${word} A`, "$1.49")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Nothing changed.")).toBeVisible();
    await expect(cell(page, `${word} B`, "$1.99")).toBeFocused();
  });

  await test.step("Tab saves and moves to the next cell, and the arrow keys move on", async () => {
    await page.keyboard.type("3");
    await page.keyboard.press("Tab");
    await page.keyboard.type("2.5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await expect(cell(page, `${word} B`, "7 left")).toBeVisible();
    await expect(cell(page, `${word} B`, "$2.50")).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await expect(cell(page, `${word} B`, "$2.50")).toBeFocused();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Discount price of ${word} B saved: none.`)).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(page.getByText(`Discount price of ${word} B restored: $2.50.`)).toBeVisible();
  });

  await test.step("another person's new price is shown before it is overwritten", async () => {
    await update(serviceClient(), "products", { id: ids[2] }, { price: 20 });
    await cell(page, `${word} C`, "$2.49").click();
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Somebody changed Price of ${word} C to $20.00. You entered 4.`)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Write 4" }).click();
    await expect(cell(page, `${word} C`, "$4.00")).toBeVisible();
    expect((await pricesOf(ids))[2]).toBe(4);
  });

  await test.step("a pasted spreadsheet column is previewed without its invalid cell", async () => {
    await cell(page, `${word} D`, "$2.99").click();
    await grid.evaluate((element) => {
      const data = new DataTransfer();
      data.setData("text/plain", "5.00\nfree\n6.00\n4.49\n");
      document.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
      return element.id;
    });
    const dialog = page.getByRole("dialog", { name: "Paste 4 cells" });
    await expect(dialog.getByText("2 cells would change, 1 unchanged, 1 invalid and not written.")).toBeVisible();
    await expect(dialog.getByRole("listitem").first()).toContainText("“free” is not an amount.");
    await expectAccessible(page, "dialog");
    await dialog.getByRole("button", { name: "Write 2 cells" }).click();
    await expect(page.getByText("2 cells saved.")).toBeVisible();
    expect((await pricesOf(ids)).slice(3, 7)).toEqual([5, 3.49, 6, 4.49]);
  });

  await test.step("selected prices are lowered together after a preview, then restored", async () => {
    const before = await pricesOf(ids);
    await page.getByRole("checkbox", { name: "Select all rows" }).check();
    await page.getByRole("button", { name: "Change 10 rows" }).click();
    const dialog = page.getByRole("dialog", { name: "Change 10 rows" });
    await dialog.getByLabel("Percent").fill("50");
    await dialog.getByLabel("Round").selectOption({ label: "To .x9" });
    await expectAccessible(page, "dialog");
    await dialog.getByRole("button", { name: "Preview changes" }).click();
    await expect(dialog.getByText("9 rows would change, 1 rejected, 0 unchanged.")).toBeVisible();
    await expect(dialog.getByRole("listitem").first()).toContainText(
      "Rejected: The discount price must be below the price.",
    );
    await expect(dialog.getByRole("listitem").filter({ hasText: `${word} C` })).toContainText("Price: $4.00 → $1.99");
    await expectAccessible(page, "dialog");
    await dialog.getByRole("button", { name: "Change 9 rows" }).click();
    await expect(page.getByText("Prices down by 50%: 9 rows changed. You can undo it for 24 hours.")).toBeVisible();
    await expect(cell(page, `${word} C`, "$1.99")).toBeVisible();
    await page.getByRole("button", { name: "Undo bulk change" }).click();
    await expect(page.getByText("Prices down by 50%: undone.")).toBeVisible();
    expect(await pricesOf(ids)).toEqual(before);
  });

  await test.step("a hidden column stays hidden on this device, and each row has actions", async () => {
    await page.getByText("Columns", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Category" }).uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    await expect(grid.getByRole("columnheader", { name: "Stock" })).toBeVisible();
    await expect(grid.getByRole("columnheader", { name: "Category" })).toBeHidden();
    await page.getByRole("button", { name: `Actions for ${word} A` }).click();
    const menu = page.getByRole("dialog", { name: `Actions for ${word} A` });
    await expectAccessibleHere(page);
    await menu.getByRole("button", { name: "Mark sold out" }).click();
    await expect(cell(page, `${word} A`, "Sold out")).toBeVisible();
  });
});
