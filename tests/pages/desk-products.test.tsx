import { randomUUID } from "node:crypto";
import { aBarcode } from "#e2e/fixtures/barcodes.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { aProduct, enterAs, newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { readRow, update } from "#tests/requests.ts";
import { DESKTOP, expect, expectAccessible, step, test } from "./page-test.tsx";

test("a product is added on its page with a preview, kept while unsaved, and edited while it is hidden", async ({
  page,
}) => {
  const name = `Paged Rice ${randomUUID().slice(0, 6)}`;
  await openAs(page, await newShopkeeper(), "/desk/products");
  await page.getByRole("main").getByRole("link", { name: "New product" }).click();
  const preview = page.getByRole("article").filter({ hasText: name });

  await step("the input is previewed and survives a reload", async () => {
    const form = page.getByRole("form", { name: "Add product" });
    await form.getByLabel("Name").fill(name);
    await form.getByLabel("Price", { exact: true }).fill("9,5");
    await form.getByLabel("Category").selectOption({ label: "Grains, Flours, and Cereal" });
    await expect(preview).toContainText("$9.50");
    await expect(page.getByText(`${name} | `)).toBeVisible();
    await expect(page.getByText("/products/grains/…")).toBeVisible();
    await form.getByRole("button", { name: "Add size" }).click();
    await form.getByLabel("Called", { exact: true }).fill("5 lb");
    await expectAccessible();
    await page.reload();
    await expect(form.getByLabel("Name")).toHaveValue(name);
    await expect(form.getByLabel("Category")).toHaveValue("grains");
    await expect(form.getByLabel("Called", { exact: true })).toHaveValue("5 lb");
    await expect(page.getByText("We restored what you typed")).toBeVisible();
    await form.getByLabel("Name").press("End");
    await form.getByRole("button", { name: "Add product" }).click();
  });

  await step("the product has its own page with a price history", async () => {
    await expect(page).toHaveURL(/\/desk\/products\/grains\/\d+$/);
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText("Added at $9.50")).toBeVisible();
    await update(serviceClient(), "products", { name }, { archived_at: new Date().toISOString() });
    await page.reload();
    await expect(page.getByText("This product is hidden.")).toBeVisible();
    const form = page.getByRole("form", { name: "Save product" });
    await form.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText("Nothing changed.")).toBeVisible();
    await form.locator('[name="discount_price"]').fill("8");
    await expect(preview).toContainText("$8.00");
    await form.getByRole("button", { name: "Save product" }).press("Enter");
    await expect(page.getByText("Product saved")).toBeVisible();
    await expect(form.getByRole("button", { name: "Save product" })).toBeFocused();
    await expect(page.getByText("$9.50 → $8.00 instead of $9.50")).toBeVisible();
    await expectAccessible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Products" }).click();
    await expect(page).toHaveURL("/desk/products");
  });
});

test("a bulk change keeps its values behind the preview, and a filter keeps the focus", async ({ page }) => {
  const yam = await aProduct();
  await enterAs(page, await newShopkeeper());
  await page.setViewportSize(DESKTOP);
  await page.goto("/desk/products");
  const status = page.getByRole("search", { name: "Find products" }).getByLabel("Status");
  await status.focus();
  await status.selectOption({ label: "All" });
  await expect(page).toHaveURL(/status=every/);
  await expect(status).toBeFocused();
  await page.goto(`/desk/products?words=${yam.name}`);
  await expect(page.getByText("1 product", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await page.getByRole("button", { name: "Change 1 row" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Percent").fill("12");
  await dialog.getByRole("button", { name: "Preview changes" }).press("Enter");
  await expect(dialog.getByRole("status").filter({ hasText: "1 row would change" })).toBeFocused();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByLabel("Percent")).toHaveValue("12");
});

test("a bulk change says that the tax classes could not be loaded, and tries again", async ({ page }) => {
  const yam = await aProduct();
  await enterAs(page, await newShopkeeper());
  await page.setViewportSize(DESKTOP);
  await page.goto(`/desk/products?words=${yam.name}`);
  page.route(/\/tax_classes\?/, () => Response.json({ message: "Not now." }, { status: 400 }));
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await page.getByRole("button", { name: "Change 1 row" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("We couldn't load the tax classes.")).toBeVisible();
  await expectAccessible("dialog");
  const field = dialog.getByLabel("Change", { exact: true });
  await expect(field.getByText("Tax class")).toHaveCount(0);
  page.unrouteAll();
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(field.getByText("Tax class")).toHaveCount(1);
  await expect(dialog.getByText("We couldn't load the tax classes.")).toBeHidden();
});

test("on a phone, a price that somebody else changed is compared in its dialog, and written on request", async ({
  page,
}) => {
  const yam = await aProduct({ price: 10 });
  await openAs(page, await newShopkeeper(), `/desk/products?words=${encodeURIComponent(yam.name)}`);
  await page.getByRole("button", { name: `Price of ${yam.name}` }).click();
  const dialog = page.locator("dialog[open]");
  await update(serviceClient(), "products", { id: yam.id }, { price: 11 });
  await dialog.getByLabel("Price", { exact: true }).fill("12");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText(`Somebody changed Price of ${yam.name} to $11.00. You entered $12.00.`)).toBeVisible();
  await expectAccessible("dialog[open]");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Price of ${yam.name} saved: $12.00.`)).not.toHaveCount(0);
});

test("on a phone, a price is edited in a sheet and stock with steppers, and both are undone", async ({ page }) => {
  const { id, name } = await aProduct({ price: 10, count: 4 });
  await openAs(page, await newShopkeeper(), "/desk/products");
  const search = page.getByRole("search", { name: "Find by name" });
  await search.getByLabel("Name").fill(name.slice(5));
  await search.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("1 product", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Filter and order" }).click();
  const sheet = page.getByRole("dialog", { name: "Filter and order" });
  await sheet.getByLabel("Stock").selectOption({ label: "Low stock" });
  await expectAccessible("dialog[open]");
  await sheet.getByRole("button", { name: "Show products" }).click();
  await expect(page).toHaveURL(/stock=low/);
  await expect(page.getByRole("button", { name: "Filter and order (1)" })).toBeVisible();

  const line = page.getByRole("listitem").filter({ hasText: name });
  await line.getByRole("button", { name: `Price of ${name}: $10.00` }).click();
  const form = page.getByRole("form", { name: `Price and stock of ${name}` });
  await form.getByLabel("Discount price").fill("12");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("The discount price must be below the price.")).toBeVisible();
  await form.getByLabel("Price", { exact: true }).fill("9,5");
  await form.getByLabel("Discount price").fill("8");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(line.getByRole("button", { name: `Price of ${name}: $8.00 $9.50` })).toBeVisible();
  await expectAccessible();

  // Two presses are one change of stock.
  const stepper = line.getByRole("group", { name: `Stock of ${name}` });
  for (const _ of [5, 6]) await stepper.getByRole("button", { name: "One more" }).click();
  await expect(page.getByText(`Stock of ${name} saved: 6 left.`)).toBeVisible();
  await page.getByRole("button", { name: "Undo last edit" }).click();
  await expect(stepper).toContainText("4 left");
  await page.getByRole("button", { name: "Undo last edit" }).click();
  await expect(page.getByText(`Price of ${name} restored: $10.00.`)).toBeVisible();
  const saved = { price: 10, discount_price: null, product_stock: { stock_count: 4 } };
  const columns = "price, discount_price, product_stock(stock_count)";
  expect(await readRow(serviceClient(), "products", columns, { id })).toEqual(saved);
});

test("the product page saves SKU, barcode, vendor, and weight, and names the product that has a barcode", async ({
  page,
}) => {
  const [one, other, barcode] = [await aProduct(), await aProduct(), aBarcode()];
  await openAs(page, await newShopkeeper(), `/desk/products/condiments/${one.id}`);
  const [codes, weight] = [page.getByText("Codes, vendor, and weight"), page.getByLabel("Weight", { exact: true })];
  const save = page.getByRole("button", { name: "Save product" });
  await codes.click();
  // The Enter of a scanner does not submit the form.
  await page.getByLabel("Barcode").pressSequentially(barcode);
  await page.getByLabel("Barcode").press("Enter");
  await fillIn(page, { SKU: "YAM-1", Vendor: "Volta Farms" });
  await weight.fill("2 stone");
  await save.click();
  await expect(page.getByText("Enter a weight such as 2.5 lb, 40 oz, or 500 g.")).toBeVisible();
  await weight.fill("4.5 lbs");
  await expectAccessible();
  await save.click();
  await expect(page.getByText("Product saved")).toBeVisible();
  await expect(weight).toHaveValue("4.5 lb");
  await page.reload();
  await expect(page.getByLabel("Barcode")).toHaveValue(barcode);
  await expect(page.getByLabel("Vendor")).toHaveValue("Volta Farms");

  await page.goto(`/desk/products/condiments/${other.id}`);
  await page.getByLabel("Name", { exact: true }).fill(`${other.name} renamed`);
  await codes.click();
  await page.getByLabel("Barcode").fill(`0${barcode}`);
  await save.click();
  await expect(page.getByText(`${one.name} has this barcode already.`)).toBeVisible();
  await expect(page.getByLabel("Barcode")).toBeFocused();
  expect((await readRow(serviceClient(), "products", "name", { id: other.id })).name).toBe(other.name);
});
