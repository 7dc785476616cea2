import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { newShopkeeper, openAs, serviceClient } from "#e2e/fixtures/test-data.ts";
import { readRow } from "#tests/requests.ts";
import { expect, expectAccessible, openOwnShop, test } from "./page-test.tsx";

// With a price by quantity, every cart requests its total.
openOwnShop();

const MANGOES = "Mangoes";

test("a manager adds a price by quantity, changes, ends, and restores it", async ({ page }) => {
  await serviceClient().from("products").update({ price: 3, discount_price: null }).eq("name", MANGOES).throwOnError();
  await openAs(page, await newShopkeeper(), "/desk/offers/quantity");
  const list = page.getByRole("main");
  await expect(list.getByText("No prices by quantity yet.")).toBeVisible();
  await list.getByRole("button", { name: "Add price by quantity" }).click();
  const form = page.getByRole("form", { name: "Price by quantity" });
  await form.getByLabel("Find product").fill(MANGOES);
  await expect(form.getByLabel("Product", { exact: true })).toContainText(MANGOES);
  await fillIn(form, { Pieces: "2", "Dollars for all of them": "5.50" });
  await expectAccessible();
  await form.getByRole("button", { name: "Add price by quantity" }).click();
  await expect(list.getByText(/2 for \$5\.50, from .*, no end$/).first()).toBeVisible();
  await list.getByRole("button", { name: /^Change/ }).click();
  await form.getByLabel("Dollars for all of them").fill("5");
  await form.getByRole("button", { name: "Save price by quantity" }).click();
  await expect(list.getByText("2 for $5.00")).toBeVisible();
  await list.getByRole("button", { name: /^End/ }).click();
  await expect(list.getByText("2 for $5.00")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByText("2 for $5.00")).toBeVisible();
});

test("card, product, and cart show the price by quantity and what one more saves", async ({ page }) => {
  await page.goto("/fruitsandvegetables");
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: MANGOES }) });
  await expect(card.getByText("2 for $5.00")).toBeVisible();
  await fillCart(page, [{ name: MANGOES, quantity: 1 }]);
  const product = await readRow(serviceClient(), "products", "id", { name: MANGOES });
  await page.goto(`/products/fruits/${product.id}`);
  await expect(page.getByRole("main").getByText("2 for $5.00").first()).toBeVisible();
  await page.goto("/cart");
  const line = page.getByRole("article", { name: MANGOES });
  await expect(line.getByText("2 for $5.00; add 1 more to save $1.00")).toBeVisible();
  await expectAccessible();
  await line.getByRole("button", { name: "One more" }).click();
  await expect(line.getByText("2 for $5.00: you save $1.00; add 2 more to save $1.00 more")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Total (2 items): $5.00" })).toBeAttached();
  await expect(page.getByRole("term").filter({ hasText: "Discount" })).toBeVisible();
});
