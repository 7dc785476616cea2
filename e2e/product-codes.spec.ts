import { aBarcode, giveBarcode } from "./fixtures/barcodes.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, VERDICT } from "./fixtures/widths.ts";

test("labels of selected products show name, price, and barcode, and print on letter sheets and rolls", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page }) => {
  const keeper = await newShopkeeper();
  const yam = await aProduct({ price: 7.49 });
  const barcode = aBarcode();
  await giveBarcode(keeper, yam.id, barcode);
  await openAs(page, keeper, `/desk/products?words=${encodeURIComponent(yam.name)}`);
  await page.getByRole("checkbox", { name: `Select ${yam.name}` }).click();
  await page.getByRole("link", { name: "Print labels" }).click();
  const label = page.getByRole("list", { name: "Labels" }).getByRole("listitem");
  await expect(label).toHaveCount(1);
  await expect(label).toContainText(yam.name);
  await expect(label).toContainText("$7.49");
  await expect(label.getByRole("img", { name: `Barcode ${barcode}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Paper").selectOption({ label: "Roll, 2¼ × 1¼ in" });
  await expect(page).toHaveURL(/paper=roll/);
  await expect(page.getByRole("button", { name: "Print 1 label" })).toBeEnabled();
  await page.emulateMedia({ media: "print" });
  const size = await label.boundingBox();
  // CSS has 96 px per inch.
  expect([size?.width, size?.height]).toEqual([216, 120]);
  await expect(page.getByRole("button", { name: "Print 1 label" })).toBeHidden();
});
