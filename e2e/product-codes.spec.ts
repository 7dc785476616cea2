// Deep: codes in structured data of cached pages.
import { aBarcode, giveBarcode } from "./fixtures/barcodes.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test("the product page saves SKU, barcode, vendor, and weight, and names the product that has a barcode", {
  tag: AT_PHONE,
}, async ({ page }) => {
  const [one, other] = [await aProduct(), await aProduct()];
  const barcode = aBarcode();
  await enterAs(page, await newShopkeeper());

  await test.step("a scanned barcode does not submit the form", async () => {
    await page.goto(`/desk/products/condiments/${one.id}`);
    await page.getByText("Codes, vendor, and weight").click();
    await page.getByLabel("Barcode").pressSequentially(barcode);
    await page.getByLabel("Barcode").press("Enter");
    await fillIn(page, { SKU: "YAM-1", Vendor: "Volta Farms" });
    await page.getByLabel("Weight", { exact: true }).fill("2 stone");
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText("Enter a weight such as 2.5 lb, 40 oz, or 500 g.")).toBeVisible();
    await page.getByLabel("Weight", { exact: true }).fill("4.5 lbs");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText("Product saved")).toBeVisible();
    // The form now has the saved values and no unsaved input.
    await expect(page.getByLabel("Weight", { exact: true })).toHaveValue("4.5 lb");
    await page.reload();
    await expect(page.getByLabel("Barcode")).toHaveValue(barcode);
    await expect(page.getByLabel("Weight", { exact: true })).toHaveValue("4.5 lb");
    await expect(page.getByLabel("Vendor")).toHaveValue("Volta Farms");
  });

  await test.step("another product with that barcode is rejected before saving", async () => {
    await page.goto(`/desk/products/condiments/${other.id}`);
    await page.getByLabel("Name", { exact: true }).fill(`${other.name} renamed`);
    await page.getByText("Codes, vendor, and weight").click();
    await page.getByLabel("Barcode").fill(`0${barcode}`);
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText(`${one.name} has this barcode already.`)).toBeVisible();
    await expect(page.getByLabel("Barcode")).toBeFocused();
    await page.reload();
    await expect(page.getByRole("heading", { name: other.name, level: 1, exact: true })).toBeVisible();
  });

  await test.step("shoppers' pages have the GTIN for search engines, and no vendor", async () => {
    const html = await (await page.request.get(one.path)).text();
    expect(html).toContain(`"gtin":"${barcode}"`);
    expect(html).toContain('"sku":"YAM-1"');
    expect(html).not.toContain("Volta Farms");
  });
});

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
