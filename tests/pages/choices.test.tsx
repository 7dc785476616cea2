import { randomUUID } from "node:crypto";
import { aProduct, enterAs, newShopkeeper, newShopper, openAs, replaceSession } from "#e2e/fixtures/test-data.ts";
import { call } from "#tests/requests.ts";
import { aChoiceGroup } from "#tests/running-shop.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

async function proceed(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
}

async function addToCart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
}

test("the owner adds a group of choices to a product, and a shopper orders it cut in two ways", async ({ page }) => {
  const goat = await aProduct({ price: 10 });
  const group = `Cut ${randomUUID().slice(0, 6)}`;
  await enterAs(page, await newShopkeeper());

  await step("the owner creates the group", async () => {
    await page.goto("/desk/products/choices");
    await page.getByRole("button", { name: "Add group" }).click();
    const dialog = page.getByRole("dialog", { name: "Add group" });
    await dialog.getByRole("button", { name: "Add group" }).click();
    await expect(dialog.getByText("Enter a name, such as Cut.")).toBeVisible();
    await dialog.getByLabel("Name").fill(group);
    await dialog.getByLabel("Choice 1", { exact: true }).fill("whole");
    await dialog.getByLabel("Choice 2", { exact: true }).fill("small pieces");
    await dialog.getByLabel("Added price of choice 2").fill("1.50");
    await expectAccessible();
    await dialog.getByRole("button", { name: "Add group" }).click();
    await expect(dialog).toBeHidden();
    const line = page.getByRole("listitem").filter({ hasText: group });
    await expect(line).toContainText("whole, small pieces +$1.50 · one · 0 products");
  });

  await step("the owner adds it to the product", async () => {
    await page.goto(`/desk/products/condiments/${goat.id}`);
    await page.getByRole("checkbox", { name: group }).check();
    await page.getByRole("button", { name: "Save product" }).click();
    await expect(page.getByText("Product saved")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: group })).toBeChecked();
  });

  await replaceSession(page, await newShopper());
  await step("a shopper without a choice is taken to the group", async () => {
    await page.goto(goat.path);
    await addToCart(page);
    await expect(page.getByText(`Choose one for ${group}.`)).toBeVisible();
    await expect(page.getByRole("radio", { name: "whole" })).toBeFocused();
    await expectAccessible();
  });

  await step("two cuts are separate cart lines", async () => {
    await page.getByRole("radio", { name: "small pieces" }).check();
    await expect(page.getByText("$11.50").first()).toBeVisible();
    await addToCart(page);
    await expect(page.getByText("In your cart: 1")).toBeVisible();
    await page.getByRole("radio", { name: "whole" }).check();
    await addToCart(page);
    await expect(page.getByText("In your cart: 2")).toBeVisible();
    await page.goto("/cart");
    await expect(page.getByRole("article", { name: `${goat.name} (${group}: small pieces)` })).toContainText("$11.50");
    await expect(page.getByRole("article", { name: `${goat.name} (${group}: whole)` })).toContainText("$10.00");
  });

  await step("the order has both lines", async () => {
    await proceed(page);
    await page.getByRole("button", { name: "Show order summary" }).click();
    await expect(page.getByText(goat.name, { exact: true })).toHaveCount(2);
    await expect(page.getByText(`${group}: small pieces`)).toBeVisible();
    await expect(page.getByText(`${group}: whole`)).toBeVisible();
  });
});

test("a deleted choice removes its cart line, and a phone order asks for a choice", async ({ page }) => {
  const owner = await newShopkeeper();
  const fish = await aProduct({ price: 8 });
  const name = `Head ${randomUUID().slice(0, 6)}`;
  const group = await aChoiceGroup(owner, name, [{ label: "head on" }, { label: "head off" }], { is_required: true });
  await owner.client.rpc("set_product_choice_groups", { product_id: fish.id, group_ids: [group] }).throwOnError();

  await step("a phone order asks for the choice", async () => {
    await openAs(page, owner, "/desk/till");
    await page.getByLabel("Scan, name, or number").fill(fish.name);
    await page.getByRole("button", { name: `Add ${fish.name}` }).click();
    const dialog = page.getByRole("dialog", { name: fish.name });
    await dialog.getByRole("group", { name }).getByRole("button", { name: "head off" }).click();
    await expect(page.getByRole("list", { name: "Products in the bag" })).toContainText(
      `${fish.name} (${name}: head off)`,
    );
    await page.getByRole("button", { name: "For later" }).click();
    await page.getByRole("button", { name: /^Create order/ }).click();
    await expect(page).toHaveURL(/order=/);
    await page.goto(`/desk/orders/${new URL(page.url()).searchParams.get("order")}`);
    await expect(page.getByText(`${name}: head off`).first()).toBeVisible();
  });

  await step("the cart names the removed choice", async () => {
    await replaceSession(page, await newShopper());
    await page.goto(fish.path);
    await page.getByRole("radio", { name: "head off" }).check();
    await addToCart(page);
    await expect(page.getByText("In your cart: 1")).toBeVisible();
    await call(owner, "save_choice_group", {
      group_id: group,
      name,
      is_multiple: false,
      is_required: true,
      choices: [{ label: "head on" }],
    });
    await page.goto("/cart");
    await expect(page.getByText(`${fish.name} (${name}: head off) can no longer be prepared like that`)).toBeVisible();
  });
});
