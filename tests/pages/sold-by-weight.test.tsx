import { randomInt } from "node:crypto";
import { hasCheckDigit } from "#app/values/barcode.ts";
import { giveBarcode, scan } from "#e2e/fixtures/barcodes.ts";
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  enterAs,
  newShopkeeper,
  newShopper,
  openAs,
  pay,
  replaceSession,
  untilStatus,
} from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

function withCheckDigit(digits: string): string {
  return [...Array(10).keys()].map((digit) => `${digits}${digit}`).find(hasCheckDigit) ?? "";
}

test("a product sold by weight is ordered, weighed while packing, and charged by its weight", async ({ page }) => {
  const goat = await aProduct({ price: 9.99 });
  const owner = await newShopkeeper();
  const shopper = await newShopper();
  await enterAs(page, owner);

  await step("the owner sets the product's weight", async () => {
    await page.goto(`/desk/products/condiments/${goat.id}`);
    await page.getByLabel("Sold by").selectOption("Weight");
    await page.getByLabel("Weight of one (lb)").fill("heavy");
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText("Enter a weight in pounds, such as 5 or 0.5.")).toBeVisible();
    await page.getByLabel("Weight of one (lb)").fill("5");
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText("Product saved")).toBeVisible();
  });

  await replaceSession(page, shopper);
  await step("the product page and the cart show the estimated and maximum price", async () => {
    await page.goto(goat.path);
    const main = page.getByRole("main");
    await expect(main.getByText("About $49.95").first()).toBeVisible();
    await expect(main.getByText("$9.99/lb").first()).toBeVisible();
    await expect(main.getByText("About 5 lb each, at most $54.95. You pay what it weighs.")).toBeVisible();
    await expectAccessible();
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await page.goto("/cart");
    const line = page.getByRole("article", { name: goat.name });
    await expect(line).toContainText("about 5 lb");
    await expect(line).toContainText("At most $54.95");
  });

  const order = await aPendingOrder(shopper, [{ name: goat.name, quantity: 1 }], "pickup");
  await step("the payment page and the success page print what is held", async () => {
    await page.goto(`/checkout/${order}`);
    await expect(page.getByRole("button", { name: "Hold up to $54.95" })).toBeVisible();
    await expect(page.getByText("You pay what it weighs, about $50; the rest is never charged.")).toBeVisible();
    await expectAccessible();
    await pay(shopper, order);
    await page.navigateTo(`/success/${order}`);
    await expect(page.getByRole("heading", { name: "Order placed" })).toBeVisible();
    await expect(page.getByText(/^We hold at most \$54\.95 on your card/)).toBeVisible();
    await expect(page.getByText("Payment Successful")).toHaveCount(0);
    await expectAccessible();
    await page.goto(`/orders/${order}`);
    await expect(page.getByRole("main")).toContainText("Held on your card");
    await page.getByRole("button", { name: "Cancel order" }).click();
    await expect(page.getByRole("dialog")).toContainText("$54.95 held on your card will not be charged.");
    await page.getByRole("button", { name: "Keep order" }).click();
  });

  await replaceSession(page, owner);
  await step("an implausible weight needs a confirmation, and an order is not ready before weighing", async () => {
    await page.goto(`/desk/orders/${order}`);
    await expect(page.getByText("Held for the order")).toBeVisible();
    await page.goto(`/desk?order=${order}`);
    await page.getByRole("button", { name: "Start packing" }).click();
    await page.getByRole("button", { name: "Ready for pickup" }).click();
    await expect(page.getByText(`Weigh ${goat.name} first.`)).toBeVisible();
    const form = page.getByRole("group", { name: `Weight of ${goat.name}` });
    await form.getByLabel("Weight (lb)").fill("6.1");
    await form.getByRole("button", { name: /^Save weight/ }).click();
    await expect(form.getByText(`${goat.name} should weigh about 5 lb. You entered 6.1 lb.`)).toBeVisible();
    await expectAccessible();
    await form.getByLabel("Weight (lb)").fill("4.62");
    await form.getByRole("button", { name: /^Save weight/ }).click();
    await expect(page.getByRole("button", { name: /^Weigh again/ })).toBeVisible();
    await expect(page.getByRole("main").getByText("4.62 lb")).toBeVisible();
    await expect(page.getByText("1 of 1 in the bag")).toBeVisible();
    // Until the order is ready, the weight can change.
    await page.goto(`/desk/orders/${order}`);
    await expect(page.getByText("4.62 lb × $9.99 = $46.15")).toBeVisible();
    await expect(page.getByRole("region", { name: "Items" })).toContainText("At most $54.95");
    await page.goto(`/desk?order=${order}`);
    await page.getByRole("button", { name: "Ready for pickup" }).click();
    await untilStatus(order, (status) => status === "ready");
  });

  await replaceSession(page, shopper);
  await step("the customer's order costs its weight, with one line about the hold", async () => {
    await page.goto(`/orders/${order}`);
    const main = page.getByRole("main");
    await expect(main.getByText("4.62 lb × $9.99 = $46.15").first()).toBeVisible();
    await expect(main.getByText("$8.80 of the hold on the card was never charged.").first()).toBeVisible();
    await expect(main.getByRole("definition").filter({ hasText: "$46.15" })).toHaveCount(2);
    await expect(main.getByText(/refunded|Held on your card/i)).toHaveCount(0);
    await page.goto("/auth");
    await expect(page.getByRole("article").filter({ hasText: "$46.15" })).toHaveCount(1);
  });
});

test("the point of sale charges by the weight of a label, or a typed one", async ({ page }) => {
  const goat = await aProduct({ price: 9.99 });
  const owner = await newShopkeeper();
  await owner.client.from("products").update({ pounds_each: 5 }).eq("id", goat.id).throwOnError();
  const itemNumber = String(randomInt(10_000, 100_000));
  await giveBarcode(owner, goat.id, itemNumber);
  await openAs(page, owner, "/desk/till");
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
  const scanner = page.getByLabel("Scan, name, or number");
  await scanner.fill(withCheckDigit(`21${itemNumber}04620`));
  await scanner.press("Enter");
  const lines = page.getByRole("list", { name: "Products in the bag" });
  await expect(lines).toContainText("4.62 lb × $9.99");
  await expect(lines).toContainText("$46.15");
  await scanner.fill(itemNumber);
  await scanner.press("Enter");
  const dialog = page.getByRole("dialog", { name: goat.name });
  const field = dialog.getByLabel("Weight (lb)");
  await field.fill("heavy");
  await field.press("Enter");
  await expect(dialog.getByText("Enter a weight in pounds, such as 4.62.")).toBeVisible();
  await field.fill("50.5");
  await field.press("Enter");
  await expect(dialog).toContainText(`${goat.name} should weigh about 5 lb. You entered 50.5 lb.`);
  await expect(dialog.getByRole("button", { name: "Use 50.5 lb" })).toBeVisible();
  await dialog.getByRole("button", { name: "Weigh later" }).click();
  await expect(page.getByText("Press a line to weigh it, or keep the bag for later.")).toBeVisible();
  await lines.getByRole("button", { name: /^1/ }).click();
  await field.fill(withCheckDigit(`21${itemNumber}05050`));
  await field.press("Enter");
  await expect(page.getByRole("button", { name: "Take $96.60" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("button", { name: "Take $96.60" }).click();
  await page.getByRole("button", { name: "Card", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /is paid$/ })).toContainText("$96.60 by card");
});

test("a scale's label fills in the weight, unless it is implausible", async ({ page }) => {
  const goat = await aProduct({ price: 9.99 });
  const owner = await newShopkeeper();
  await owner.client.from("products").update({ pounds_each: 5 }).eq("id", goat.id).throwOnError();
  const itemNumber = String(randomInt(10_000, 100_000));
  await giveBarcode(owner, goat.id, itemNumber);
  const order = await aPaidOrder(await newShopper(), [{ name: goat.name, quantity: 1 }], "pickup");
  await openAs(page, owner, `/desk?order=${order}`);
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
  await scan(page, withCheckDigit(`21${itemNumber}06100`));
  await expect(page.getByText(`${goat.name} should weigh about 5 lb. The label says 6.1 lb.`)).toBeVisible();
  await scan(page, withCheckDigit(`21${itemNumber}04620`));
  await expect(page.getByText(`${goat.name} weighs 4.62 lb and is in the bag.`)).toBeVisible();
  await expect(page.getByText("1 of 1 in the bag")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Weigh again/ })).toBeVisible();
});
