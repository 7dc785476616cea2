import { aProduct, newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { DESKTOP, expect, expectAccessible, test } from "./page-test.tsx";

test("a scheduled offer is shown on the product, and ending it can be undone", async ({ page }) => {
  const oil = await aProduct({ price: 10 });
  await openAs(page, await newShopkeeper(), "/desk/offers");
  await page.getByRole("button", { name: "Add offer" }).press("Enter");
  const form = page.getByRole("form", { name: "Add offer" });
  await form.getByRole("button", { name: "Add offer" }).press("Enter");
  await expect(form.getByText("Choose a product")).toBeVisible();
  await form.getByLabel("Find product").fill(oil.name);
  await expect(form.getByLabel("Product", { exact: true })).toHaveValue(String(oil.id));
  await form.getByRole("textbox", { name: "Percent" }).fill("25");
  await form.getByLabel("Ends").fill("2099-12-31T23:59");
  await expectAccessible();
  await form.getByRole("button", { name: "Add offer" }).press("Enter");
  const line = page.getByRole("listitem").filter({ hasText: oil.name }).filter({ hasText: "25 % off" });
  await expect(line).toBeVisible();
  await page.getByText("Reduced now", { exact: true }).click();
  const reduced = page.getByRole("listitem").filter({ hasText: oil.name }).filter({ hasText: "instead of" });
  await expect(reduced).toContainText("$7.50 instead of $10.00 · offer until Dec 31, 2099");
  await expectAccessible();
  await line.getByRole("button", { name: /^End offer/ }).press("Enter");
  await expect(page.getByText(`Offer for ${oil.name} ended.`)).toBeVisible();
  await expect(reduced).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`Offer for ${oil.name} restored.`)).toBeVisible();

  await page.goto(`/products/condiments/${oil.id}`);
  await expect(page.getByRole("main").getByText("$7.50").first()).toBeVisible();
});

test("selected products get an offer together after a preview, and Undo removes it", async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  const [yam, oil] = [await aProduct({ price: 20.5 }), await aProduct({ price: 8 })];
  await openAs(page, await newShopkeeper(), `/desk/products?words=${encodeURIComponent(yam.name)}`);
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await page.getByRole("link", { name: "Put on offer" }).click();
  const form = page.getByRole("form", { name: "Add offer" });
  await expect(form.getByRole("region", { name: "Preview" })).toContainText(`${yam.name}: $20.50`);

  await page.goto(`/desk/offers?products=${yam.id},${oil.id}`);
  const preview = form.getByRole("region", { name: "Preview" });
  await form.getByRole("textbox", { name: "Percent" }).fill("50");
  await expect(preview).toContainText(`${yam.name}: $20.50 → $10.25`);
  await expect(preview).toContainText(`${oil.name}: $8.00 → $4.00`);
  await form.getByLabel("Ends").fill("2099-12-31T23:59");
  await expectAccessible("dialog");
  await form.getByRole("button", { name: "Add 2 offers" }).press("Enter");
  const offers = page.getByRole("listitem").filter({ hasText: "50 % off" });
  await expect(offers.filter({ hasText: yam.name })).toBeVisible();
  await expect(offers.filter({ hasText: oil.name })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 offers deleted.")).toBeVisible();
  await expect(offers.filter({ hasText: yam.name })).toHaveCount(0);
});
