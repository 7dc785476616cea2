import { expect, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

test.use({ expectedRejections: ["/rest/v1/rpc/set_translation"] });

test("the owner translates a product, removes the translation, and undoes that", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const yam = await aProduct({ price: 10 });
  await enterAs(page, await newShopkeeper());

  await test.step("the product links to its texts", async () => {
    await page.goto(`/desk/products/condiments/${yam.id}`);
    await expect(page.getByText("Español: 3 of 3 texts missing")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Español" }).click();
    await expect(page.getByRole("heading", { name: "Products: Español" })).toBeVisible();
    await expectAccessible();
  });

  const field = page.getByRole("textbox", { name: `Name of ${yam.name}: translation` });
  await test.step("a field saves itself when it is left", async () => {
    await field.fill("Ñame de prueba");
    await field.blur();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("Ñame de prueba");
  });

  await test.step("an empty field removes the translation, until it is undone", async () => {
    await field.fill("");
    await field.blur();
    await expect(page.getByText("Removed. Shoppers read the English text.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(field).toHaveValue("Ñame de prueba");
  });
});

test("a rejected translation stays in its field, and leaving the page asks about it", {
  tag: AT_DESKTOP,
}, async ({ page }) => {
  const yam = await aProduct({ price: 10 });
  await enterAs(page, await newShopkeeper());
  await page.goto(`/desk/translations?subject=product&language=fr&id=${yam.id}`);
  await page.route("**/rest/v1/rpc/set_translation", (route) =>
    route.fulfill({
      status: 400,
      json: { code: "22023", message: "The translation is too long: 200 characters at most." },
    }),
  );
  const field = page.getByRole("textbox", { name: `Name of ${yam.name}: translation` });
  await field.fill("Igname");
  await field.blur();
  await expect(page.getByText("The translation is too long: 200 characters at most.")).toBeVisible();
  await expect(field).toHaveValue("Igname");
  await page.getByRole("link", { name: "Missing or outdated" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Discard your changes?");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(field).toHaveValue("Igname");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});
