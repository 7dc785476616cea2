import { aProduct, newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { readRow, update } from "../requests.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

const savedProduct = async (id: number) => await readRow(serviceClient(), "products", "name, price, size", { id });

test("the product form writes only what was changed, and shows both values of a conflict", async ({ page }) => {
  const yam = await aProduct({ price: 10 });
  await openAs(page, await newShopkeeper(), `/desk/products/condiments/${yam.id}`);
  const form = page.getByRole("form", { name: "Save product" });
  const save = form.getByRole("button", { name: "Save product" });
  await yam.change({ price: 88 });
  await form.getByLabel("Name", { exact: true }).fill("Puna");
  await save.click();
  await expect(page.getByText("Product saved")).toBeVisible();
  expect(await savedProduct(yam.id)).toEqual({ name: "Puna", price: 88, size: "1 ct" });
  const price = form.getByLabel("Price", { exact: true });
  await expect(price).toHaveValue("88.00");

  await yam.change({ price: 70 });
  await price.fill("90");
  await form.getByLabel("Size", { exact: true }).fill("2 ct");
  await save.click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this, too" });
  await expect(conflict.getByRole("group", { name: "Price" })).toBeVisible();
  await expect(conflict.getByLabel("Keep mine")).toHaveAccessibleDescription("$90.00");
  await expect(conflict.getByLabel("Take theirs")).toHaveAccessibleDescription("$70.00");
  await expectAccessible();

  await conflict.getByRole("button", { name: "Back to the form" }).click();
  await expect(form.getByText("Not saved. Someone else changed the same in the meantime.")).toBeVisible();
  await expect(price).toHaveValue("90");
  expect(await savedProduct(yam.id)).toEqual({ name: "Puna", price: 70, size: "1 ct" });

  await save.click();
  await conflict.getByLabel("Take theirs").check();
  await conflict.getByRole("button", { name: "Save my choice" }).click();
  await expect(price).toHaveValue("70.00");
  await expect(form.getByLabel("Size", { exact: true })).toHaveValue("2 ct");
  expect(await savedProduct(yam.id)).toEqual({ name: "Puna", price: 70, size: "2 ct" });
});

test("a restored form saves only what was typed, not the other values that it showed", async ({ page }) => {
  const yam = await aProduct({ price: 10 });
  await openAs(page, await newShopkeeper(), `/desk/products/condiments/${yam.id}`);
  const form = page.getByRole("form", { name: "Save product" });
  await form.getByLabel("Name", { exact: true }).fill("Puna");
  await form.getByLabel("Size", { exact: true }).fill("2 ct");
  await yam.change({ price: 88 });
  await update(serviceClient(), "products", { id: yam.id }, { size: "5 ct" });
  await page.reload();
  await expect(form.getByText(/^We restored what you typed/)).toBeVisible();
  await expect(form.getByText("Someone else changed this since. Saved now: Size: 5 ct")).toBeVisible();
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("Puna");
  await expect(form.getByLabel("Price", { exact: true })).toHaveValue("88.00");
  await form.getByRole("button", { name: "Save product" }).click();
  await expect(page.getByText("Product saved")).toBeVisible();
  expect(await savedProduct(yam.id)).toEqual({ name: "Puna", price: 88, size: "2 ct" });
});
