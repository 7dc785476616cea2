import { aBarcode, giveBarcode, scan } from "#e2e/fixtures/barcodes.ts";
import { aPaidOrder, aProduct, newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("a scanner picks the lines of an order, and a wrong product is an alert", async ({ page }) => {
  const keeper = await newShopkeeper();
  const [yam, oil] = [await aProduct(), await aProduct()];
  const [ofYam, ofOil] = [aBarcode(), aBarcode()];
  await giveBarcode(keeper, yam.id, ofYam);
  await giveBarcode(keeper, oil.id, ofOil);
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 2 }], "pickup");
  await openAs(page, keeper, `/desk?order=${orderId}`);
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();

  await step("another product is named in an alert, and nothing is picked", async () => {
    await scan(page, ofOil);
    await expect(page.getByRole("alert").filter({ hasText: "Wrong" })).toHaveText(
      `Wrong product: ${oil.name} is not in this order.`,
    );
    await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).not.toBeChecked();
    await expectAccessible();
  });

  await step("the ordered product is picked, with its quantity to check", async () => {
    await scan(page, ofYam);
    await expect(page.getByText(`${yam.name} is in the bag. Check that there are 2.`)).toBeVisible();
    await expect(page.getByRole("checkbox", { name: new RegExp(yam.name) })).toBeChecked();
    await expect(page.getByText(/^Wrong product/)).toHaveCount(0);
    await scan(page, `0${ofYam}`);
    await expect(page.getByText(`${yam.name} is in the bag already.`)).toBeVisible();
  });
});

test("a scan presses no focused button, neither without codes in the list nor in a dialog", async ({ page }) => {
  const yam = await aProduct();
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 1 }], "pickup");
  await openAs(page, await newShopkeeper(), `/desk?order=${orderId}`);
  await page.getByRole("button", { name: "Start packing" }).focus();
  expect(await scan(page, aBarcode())).toBe(false);
  await page.getByRole("button", { name: `Out of stock : ${yam.name}` }).click();
  await page.getByRole("button", { name: "Close" }).focus();
  expect(await scan(page, aBarcode())).toBe(false);
});

test("when the codes cannot be loaded, scanning stays on or an error is shown", async ({ page }) => {
  const keeper = await newShopkeeper();
  const yam = await aProduct();
  await giveBarcode(keeper, yam.id, aBarcode());
  const orderId = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 1 }], "pickup");
  page.route(/inventory_items/, () => Response.json({ message: "Not now." }, { status: 400 }));
  await openAs(page, keeper, "/desk/till");
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText("We couldn't load the barcodes, so scanning is off.")).toBeVisible();
  page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
});
