import { aBarcode, bringCamera, giveBarcode, scan } from "./fixtures/barcodes.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

test("the camera and a scanner add products at the point of sale, and the table finds them", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page }) => {
  const keeper = await newShopkeeper();
  const [yam, oil] = [await aProduct({ price: 12.5 }), await aProduct({ price: 3 })];
  const [ofYam, ofOil] = [aBarcode(), aBarcode()];
  await giveBarcode(keeper, yam.id, ofYam);
  await bringCamera(page, ofYam);
  await giveBarcode(keeper, oil.id, ofOil);
  await enterAs(page, keeper);
  const lines = page.getByRole("list", { name: "Products in the bag" });

  await test.step("the camera reads a barcode", async () => {
    await page.goto("/desk/till");
    await page.getByRole("button", { name: "Scan", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Scan products" });
    await expect(dialog.getByText(`${yam.name} added.`)).toBeVisible();
    await expectAccessible(page, "dialog");
    await dialog.getByLabel("Number below the bars").fill("no-such-code");
    await dialog.getByRole("button", { name: "Enter" }).click();
    await expect(dialog.getByRole("alert").filter({ hasText: "code" })).toHaveText(
      "No product has the code no-such-code.",
    );
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(lines).toContainText(yam.name);
  });

  await test.step("a scanner adds the other product, inside and outside of the search field", async () => {
    await page.getByRole("searchbox", { name: "Scan, name, or number" }).focus();
    await page.keyboard.type(`${ofOil}\n`);
    await expect(lines).toContainText(oil.name);
    await expect(page.getByRole("searchbox", { name: "Scan, name, or number" })).toHaveValue("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(lines).not.toContainText(oil.name);
    // Keys typed anywhere go to the field.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type(`${ofOil}\n`);
    await expect(lines).toContainText(oil.name);
  });

  await test.step("the product table shows the scanned product", async () => {
    await page.goto("/desk/products?words=nothing-here");
    await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
    await scan(page, ofOil);
    await expect(page.getByText("1 product", { exact: true })).toBeVisible();
    await expect(page.getByRole("grid", { name: "Products" })).toContainText(oil.name);
  });
});
