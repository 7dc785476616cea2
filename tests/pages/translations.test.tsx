import { aProduct, enterAs, newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

test("the owner translates a product, removes the translation, and undoes that", async ({ page }) => {
  const yam = await aProduct({ price: 10 });
  await enterAs(page, await newShopkeeper());

  await step("the product links to its texts", async () => {
    await page.goto(`/desk/products/condiments/${yam.id}`);
    await expect(page.getByText("Español: 3 of 3 texts missing")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Español" }).click();
    await expect(page.getByRole("heading", { name: "Products: Español" })).toBeVisible();
    await expectAccessible();
  });

  const field = page.getByRole("textbox", { name: `Name of ${yam.name}: translation` });
  await step("a field saves itself when it is left", async () => {
    await field.fill("Ñame de prueba");
    await field.blur();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("Ñame de prueba");
  });

  await step("an empty field removes the translation, until it is undone", async () => {
    await field.fill("");
    await field.blur();
    await expect(page.getByText("Removed. Shoppers read the English text.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(field).toHaveValue("Ñame de prueba");
  });
});

test("a rejected translation stays in its field, and leaving the page asks about it", async ({ page }) => {
  const yam = await aProduct({ price: 10 });
  await openAs(page, await newShopkeeper(), `/desk/translations?subject=product&language=fr&id=${yam.id}`);
  const message = "The translation is too long: 200 characters at most.";
  page.route(/\/rpc\/set_translation/, () => Response.json({ code: "22023", message }, { status: 400 }));
  const field = page.getByRole("textbox", { name: `Name of ${yam.name}: translation` });
  await field.fill("Igname");
  await field.blur();
  await expect(page.getByText("The translation is too long: 200 characters at most.")).toBeVisible();
  await expect(field).toHaveValue("Igname");
  await page.getByRole("link", { name: "Missing or outdated" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Discard your changes?");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(field).toHaveValue("Igname");
  page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});
