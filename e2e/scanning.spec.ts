// Deep: a barcode scanner's keys on the pick list.
import { aBarcode, bringCamera, giveBarcode, scan } from "./fixtures/barcodes.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, enterAs, newShopkeeper, newShopper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE, VERDICT } from "./fixtures/widths.ts";

test("a scanner picks the lines of an order, and a wrong product is an alert", { tag: AT_PHONE }, async ({
  page,
  expectAccessible,
}) => {
  const keeper = await newShopkeeper();
  const [yam, oil] = [await aProduct(), await aProduct()];
  const [ofYam, ofOil] = [aBarcode(), aBarcode()];
  await giveBarcode(keeper, yam.id, ofYam);
  await giveBarcode(keeper, oil.id, ofOil);
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 2 }], "pickup");
  await enterAs(page, keeper);
  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();

  await test.step("another product is named in an alert, and nothing is picked", async () => {
    await scan(page, ofOil);
    await expect(page.getByRole("alert").filter({ hasText: "Wrong" })).toHaveText(
      `Wrong product: ${oil.name} is not in this order.`,
    );
    await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).not.toBeChecked();
    await expectAccessible();
  });

  await test.step("the ordered product is picked, with its quantity to check", async () => {
    await scan(page, ofYam);
    await expect(page.getByText(`${yam.name} is in the bag. Check that there are 2.`)).toBeVisible();
    await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeChecked();
    await expect(page.getByText(/^Wrong product/)).toHaveCount(0);
    await scan(page, `0${ofYam}`);
    await expect(page.getByText(`${yam.name} is in the bag already.`)).toBeVisible();
  });
});

test("the camera and a scanner add products at the point of sale, and the table finds them", {
  tag: [AT_DESKTOP, VERDICT],
}, async ({ page, expectAccessible }) => {
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
    await expectAccessible("dialog");
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
