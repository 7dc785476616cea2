import { expect, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("staff change a price or mark a product sold out, and undo it", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const { name } = await aProduct({ price: 10 });
  await enterAs(page, await newShopkeeper());
  await page.goto("/desk/products");

  await test.step("the product is found by a part of its name", async () => {
    const search = page.getByRole("search", { name: "Find products" });
    await search.getByLabel("Name").fill(name.slice(5));
    await search.getByRole("button", { name: "Find" }).click();
    await expect(page.getByText("1 product", { exact: true })).toBeVisible();
  });
  const line = page.getByRole("listitem").filter({ hasText: name });

  await test.step("tap the price and type; the message takes it back", async () => {
    await line.getByRole("button", { name: /^Price of/ }).click();
    const form = line.getByRole("form", { name: `Price of ${name}` });
    await form.getByLabel("Discount price").fill("12");
    await form.getByRole("button", { name: "Save price" }).click();
    await expect(form.getByText("The discount price must be below the price.")).toBeVisible();
    await form.getByLabel("Price", { exact: true }).fill("1e3");
    await form.getByRole("button", { name: "Save price" }).click();
    await expect(form.getByLabel("Price", { exact: true })).toHaveAccessibleDescription(
      "“1e3” is not an amount. Enter dollars and cents, such as 4.99.",
    );
    await form.getByLabel("Price", { exact: true }).fill("9,5");
    await form.getByLabel("Discount price").fill("8");
    await expectAccessible("main form");
    await form.getByRole("button", { name: "Save price" }).click();
    await expect(line.getByRole("button", { name: /\$8.00 instead of \$9.50/ })).toBeVisible();
    await expectAccessible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(`${name} restored.`)).toBeVisible();
    await expect(line.getByRole("button", { name: /\$10.00$/ })).toBeVisible();
  });

  await test.step("one tap sells it out, another one brings it back", async () => {
    await line.getByRole("button", { name: /^Sold out/ }).click();
    await expect(line.getByRole("button", { name: /^Stock of .* Sold out$/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(line.getByRole("button", { name: /Available$/ })).toBeVisible();
  });
});
