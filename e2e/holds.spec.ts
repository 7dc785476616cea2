// Deep: an authorization captured for less than was held, in the payment frame.
import { expect, test } from "./fixtures/shop-test.ts";
import {
  aPaidOrder,
  aProduct,
  changeTo,
  enterAs,
  newShopkeeper,
  newShopper,
  untilStatus,
} from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("an order with products sold by weight is held on the card, then charged for what it weighs", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const goat = await aProduct({ price: 9.99 });
  const owner = await newShopkeeper();
  const shopper = await newShopper();
  await enterAs(page, owner);
  await page.goto(`/desk/products/condiments/${goat.id}`);
  await page.getByLabel("Sold by").selectOption("Weight");
  await page.getByLabel("Weight of one (lb)").fill("2");
  await page.getByRole("button", { name: "Save product" }).click();
  await expect(page.getByText("Product saved")).toBeVisible();
  const order = await aPaidOrder(shopper, [{ name: goat.name, quantity: 1 }], "pickup");

  await changeTo(page, shopper);
  await page.goto(`/orders/${order}`);
  const main = page.getByRole("main");
  await expect(main.getByText("We hold at most $21.98 on your card and charge what it weighs")).toBeVisible();
  await expect(main.getByText("Held on your card")).toBeVisible();
  await expect(main.getByText("Your card is authorized, and we will prepare your order soon.")).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByRole("dialog")).toContainText("$21.98 held on your card will not be charged.");
  await page.getByRole("button", { name: "Keep order" }).click();

  await changeTo(page, owner);
  await page.goto(`/desk/orders/${order}`);
  await expect(page.getByText("Held for the order")).toBeVisible();
  await page.goto(`/desk?order=${order}`);
  await page.getByRole("button", { name: "Start packing" }).click();
  const form = page.getByRole("group", { name: `Weight of ${goat.name}` });
  await form.getByLabel("Weight (lb)").fill("2");
  await form.getByRole("button", { name: /^Save weight/ }).click();
  await expect(page.getByText("1 of 1 in the bag")).toBeVisible();
  await page.getByRole("button", { name: "Ready for pickup" }).click();
  await untilStatus(order, (status) => status === "ready");

  await changeTo(page, shopper);
  await expect(async () => {
    await page.goto(`/orders/${order}`);
    await expect(main.getByText("of the hold on the card was never charged").first()).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(main.getByText("Held on your card")).toBeHidden();
  await expect(main.getByText("$19.98").first()).toBeVisible();
  await expectAccessible();
});
