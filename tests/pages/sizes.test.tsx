import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("a product page shows its attributes and unit prices", async ({ page }) => {
  await page.goto("/condiments");
  const card = page.getByRole("article").filter({ hasText: "Ground Egusi" });
  await expect(card).toContainText("16 oz · $0.72/oz");
  await card.getByRole("link", { name: /Ground Egusi/ }).click();
  await expect(page.getByText("$0.72/oz").first()).toBeVisible();
  const facts = page.getByRole("region", { name: "Product details" });
  await expect(facts).toContainText("Ingredients");
  await expect(page.getByRole("list", { name: "May contain" }).getByRole("listitem")).toHaveText([
    "peanut",
    "crustacean shellfish",
  ]);
  await expect(facts).toContainText("Always check the package label.");
  await expect(facts).not.toContainText("Care");
  await page.getByRole("button", { name: /Add to Cart: Ground Egusi/ }).click();
  await page.navigateTo("/cart");
  await expect(page.getByRole("article", { name: /Ground Egusi/ })).toContainText("$11.49 each · $0.72/oz");
  await page.navigateTo("/meatandseafood");
  await expect(page.getByRole("article").filter({ hasText: "Whole Mackerel" })).toContainText("Frozen");
});

const AGBADA = "Men's Three-Piece Agbada, Ivory";

test("card and product page offer no sold-out size, and each size is its own line from cart to order", async ({
  page,
}) => {
  await page.goto("/africanwearandfashion");
  const add = page.getByRole("button", { name: `Add to Cart: ${AGBADA}` });
  await add.click();
  const dialog = page.getByRole("dialog", { name: "Choose a size" });
  const soldOut = dialog.getByRole("button", { name: /^Add size XXL/ });
  await expect(soldOut).toBeDisabled();
  await expect(soldOut).toContainText("Sold out");
  await expectAccessible("dialog[open]");
  await dialog.getByRole("button", { name: /^Add size L/ }).click();
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  await page.getByRole("link", { name: AGBADA }).click();
  const sizes = page.getByRole("group", { name: "Size" });
  await expect(sizes.getByRole("radio", { name: /XXL.*Sold out/ })).toBeDisabled();
  await add.click();
  await expect(page.getByText("Choose a size.")).toBeVisible();
  await sizes.getByRole("radio", { name: "XL", exact: true }).check();
  await add.click();
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^Cart 2/ })
    .click();
  for (const size of ["L", "XL"]) {
    const line = page.getByRole("article", { name: `${AGBADA}, size ${size}`, exact: true });
    await expect(line.getByText(`Size ${size}`, { exact: true })).toBeVisible();
  }
});

test("an admin adds sizes and attributes to a product and edits them", async ({ page }) => {
  const name = `Kuli Box ${crypto.randomUUID().slice(0, 6)}`;
  await openAs(page, await newShopkeeper(), "/snacksandconfectionaries");
  const size = (place: number) => page.getByRole("dialog").getByRole("group", { name: `No. ${place}`, exact: true });
  await page.getByRole("button", { name: "Add Item" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Item" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Price", { exact: true }).fill("8");
  await dialog.getByLabel("Size", { exact: true }).fill("500 g");
  await dialog.getByLabel("Size", { exact: true }).blur();
  await expect(dialog.getByLabel("Amount", { exact: true })).toHaveValue("17.637 oz");
  await dialog.getByText("What the package says").click();
  await dialog.getByLabel("Ingredients").fill("Peanuts, ginger, salt");
  await dialog.getByLabel("peanut").selectOption("Contains");
  await dialog.getByLabel("tree nuts").selectOption("May contain");
  await dialog.getByLabel("Storage").selectOption("Chilled");
  for (const _ of ["Small", "Large"]) await dialog.getByRole("button", { name: "Add size" }).click();
  await size(1).getByLabel("Called").fill("Small");
  await fillIn(size(2), { Called: "Large", Amount: "plenty" });
  await size(2).getByLabel("Price", { exact: true }).fill("14");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(size(2).getByText("Enter an amount such as 20 lb, 500 g, or 6 ct.")).toBeVisible();
  await expect(size(2).getByLabel("Amount")).toBeFocused();
  await expectAccessible("dialog[open]");
  await size(2).getByLabel("Amount").fill("2 lb");
  await size(2).getByLabel("Availability").selectOption("Counted");
  await size(2).getByLabel("Quantity left").fill("3");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Item added succesfully")).toBeVisible();

  const item = page.getByRole("article").filter({ hasText: name });
  await expect(item).toContainText("From $8.00");
  await expect(item).toContainText("Chilled");
  await item.getByRole("link", { name }).click();
  await page.getByRole("radio", { name: /Large \$14.00 · \$0.44\/oz/ }).check();
  await expect(page.getByText("$0.44/oz").last()).toBeVisible();
  await expect(page.getByRole("list", { name: "Contains", exact: true })).toHaveText("peanut");
  await expect(page.getByRole("list", { name: "May contain" })).toHaveText("tree nuts");
  await page.goBack();

  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const form = page.getByRole("dialog", { name: "Edit item" });
  await expect(size(2).getByLabel("Called")).toHaveValue("Large");
  await expect(size(2).getByLabel("Quantity left")).toHaveValue("3");
  await expect(size(2).getByLabel("Amount")).toHaveValue("2 lb");
  await form.getByText("What the package says").click();
  await expect(form.getByLabel("peanut")).toHaveValue("contains");
  await form.getByRole("button", { name: "Remove no. 1" }).click();
  await size(1).getByLabel("Quantity left").fill("0");
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Product saved")).toBeVisible();
  await expect(item.getByRole("button", { name: `Sold out: ${name}` })).toBeVisible();
});
