import { aBarcode, giveBarcode, scan } from "#e2e/fixtures/barcodes.ts";
import { aPaidOrder, aProduct, enterAs, newShopkeeper, newShopper, openAs } from "#e2e/fixtures/test-data.ts";
import { receiveDelivery } from "../requests.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("a delivery is scanned, survives a closed tab, is received, and undone", async ({ page }) => {
  const owner = await newShopkeeper();
  const yam = await aProduct({ price: 12.5, count: 3 });
  const barcode = aBarcode();
  await giveBarcode(owner, yam.id, barcode);
  await openAs(page, owner, "/desk/stock");
  await expectAccessible();
  await page.getByRole("link", { name: "Receive delivery" }).click();
  await expect(page.getByRole("button", { name: "Scan", exact: true })).toBeVisible();
  await scan(page, barcode);
  await expect(page.getByText(`${yam.name}: 1`, { exact: true })).toBeVisible();
  await scan(page, barcode);
  await expect(page.getByText(`${yam.name}: 2`, { exact: true })).toBeVisible();
  await page.getByLabel(`Unit cost of ${yam.name}`).fill("4.25");
  await page.getByLabel(`Best before, ${yam.name}`).fill("2099-12-03");
  await expect(page.getByText("2 units · $8.50", { exact: true })).toBeVisible();
  await expectAccessible();

  await step("leaving shows a prompt, and the lines are restored after a reload", async () => {
    await page.getByRole("link", { name: "Edit suppliers" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
    await page.reload();
    await expect(page.getByText(/We restored what you typed/)).toBeVisible();
    await expect(page.getByLabel(`Quantity of ${yam.name}`, { exact: true })).toHaveValue("2");
  });

  await step("the delivery is received, and undone from the toast", async () => {
    await page.getByRole("button", { name: "Receive delivery" }).click();
    await expect(page.getByText("Delivery received: 2 units.")).toBeVisible();
    await expect(page.getByText("No lines yet.", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Delivery undone.")).toBeVisible();
    await page.goto("/desk/stock/history");
    const entries = page.getByRole("listitem").filter({ hasText: yam.name });
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText("−2");
    await expect(entries.first()).toContainText("3 in stock");
    await expectAccessible();
  });
});

test("a count compares with the units that paid orders left on the shelf; waste can be undone", async ({ page }) => {
  const owner = await newShopkeeper();
  const yam = await aProduct({ price: 11.25, count: 6 });
  await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 2 }], "pickup");
  await openAs(page, owner, "/desk/stock/count");
  await page.getByLabel("Find product").fill(yam.name);
  await page.getByRole("button", { name: `Count ${yam.name}` }).click();
  const line = page.getByRole("list", { name: "Counted products" }).getByRole("listitem");
  await expect(line).toContainText("6 (2 for paid orders)");
  await page.getByLabel(`Counted, ${yam.name}`, { exact: true }).fill("5");
  await expect(line).toContainText("−1 (cost unknown)");
  await expectAccessible();
  await page.getByRole("button", { name: "Accept count" }).click();
  await expect(page.getByText("Count accepted: 1 product.")).toBeVisible();

  await page.goto("/desk/stock/history");
  const entries = page.getByRole("listitem").filter({ hasText: yam.name });
  await expect(entries).toContainText("Counted");
  await expect(entries).toContainText("3 in stock");
  await page.getByRole("button", { name: "Adjust stock" }).click();
  const dialog = page.getByRole("dialog", { name: "Adjust stock" });
  await dialog.getByLabel("Find product").fill(yam.name);
  await dialog.getByRole("button", { name: `Choose ${yam.name}` }).click();
  await dialog.getByLabel("Units").fill("2");
  await expectAccessible("dialog");
  await dialog.getByRole("button", { name: "Adjust stock" }).click();
  await expect(page.getByText(`Waste: 2 units of ${yam.name}.`)).toBeVisible();
  await expect(entries.first()).toContainText("1 in stock");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(entries.first()).toContainText("Undone");
  await expect(entries.first()).toContainText("3 in stock");
});

test("a batch is discounted until its date, and one past its date is removed, both with Undo", async ({ page }) => {
  const owner = await newShopkeeper();
  const yam = await aProduct({ price: 20, count: 0 });
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString("en-CA", { timeZone: "America/Chicago" });
  const line = { product_id: yam.id, quantity: 4, unit_cost: 9 };
  await receiveDelivery(owner, [
    { ...line, best_before: dayIn(2) },
    { ...line, best_before: dayIn(-1) },
  ]);
  await openAs(page, owner, "/desk/stock/sell-by");
  const soon = page.getByRole("list", { name: "Sell soon" }).getByRole("listitem").filter({ hasText: yam.name });
  await expect(soon).toContainText("2 days left");
  await page.getByLabel("Markdown").selectOption("40% off");
  await expect(soon).toContainText("$20.00 → $12.00");
  await expectAccessible();
  await soon.getByRole("button", { name: /^Mark down 40%/ }).click();
  await expect(soon).toContainText("On offer for $12.00 until");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Markdown removed.")).toBeVisible();
  await expect(soon).toContainText("$20.00 → $12.00");

  const past = page.getByRole("list", { name: "Past their date" }).getByRole("listitem").filter({ hasText: yam.name });
  await expect(past).toContainText("1 day past");
  await past.getByRole("button", { name: /^Take 4 off sale/ }).click();
  await expect(page.getByText(`${yam.name}: 4 units taken off sale, as waste.`)).toBeVisible();
  await expect(past).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(past).toContainText("4 of 4 left");
  await past.getByRole("button", { name: /^None left/ }).click();
  await expect(past).toHaveCount(0);
});

test("the purchase list is sent to a supplier, and the margin of a sale is reported", async ({ page }) => {
  const owner = await newShopkeeper();
  const yam = await aProduct({ price: 12.5, count: 0 });
  const supplier = `Sahel Foods ${yam.id}`;
  const { data } = await owner.client.from("suppliers").insert({ name: supplier }).select("id").single().throwOnError();
  const line = { product_id: yam.id, quantity: 3, unit_cost: 4.5 };
  await receiveDelivery(owner, [line], { supplier_id: data.id });
  await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 2 }], "pickup");
  await enterAs(page, owner);

  await page.goto("/desk/stock/purchases");
  const order = page.getByLabel(`Order, ${yam.name}`, { exact: true });
  await expect(order).toHaveValue("3");
  await order.fill("24");
  await expectAccessible();
  await page.getByRole("button", { name: new RegExp(`^Copy message.*${supplier}$`) }).click();
  await expect(page.getByText("Message copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`:\\n24 × ${yam.name}$`));

  await page.goto("/desk/stock/report");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: yam.name }) });
  await expect(row.first()).toContainText("2$25.00$9.00$16.0064%");
  await expectAccessible();
});
