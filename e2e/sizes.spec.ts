// Deep: sizes from the card through payment to packing.
import { expect, expectAccessible, fillBilling, test, typeCard } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

const AGBADA = "Men's Three-Piece Agbada, Ivory";

test("two sizes of a gown are bought, from card and page, and packed", { tag: AT_PHONE }, async ({ page, browser }) => {
  test.slow();
  const name = `Kwame ${crypto.randomUUID().slice(0, 6)}`;
  await enterAs(page, await newShopper(name));

  await test.step("a card asks for the size and offers no sold-out ones", async () => {
    await page.goto("/africanwearandfashion");
    const add = page.getByRole("button", { name: `Add to Cart: ${AGBADA}` });
    await add.click();
    const dialog = page.getByRole("dialog", { name: "Choose a size" });
    await expect(dialog.getByRole("button", { name: /^Add size XXL/ })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: /^Add size XXL/ })).toContainText("Sold out");
    await expectAccessible(page, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("link", { name: /^Cart \d/ })).toBeHidden();
    await add.click();
    await dialog.getByRole("button", { name: /^Add size L/ }).click();
    await expect(page.getByText("Item added to cart").first()).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(add).toBeFocused();
  });

  await test.step("the product page asks for the size and marks sold-out ones", async () => {
    await page.getByRole("link", { name: AGBADA }).click();
    const sizes = page.getByRole("group", { name: "Size" });
    await expect(sizes.getByRole("radio", { checked: true })).toHaveCount(0);
    await expect(sizes.getByRole("radio", { name: /XXL.*Sold out/ })).toBeDisabled();
    await page.getByRole("button", { name: `Add to Cart: ${AGBADA}` }).click();
    await expect(page.getByText("Choose a size.")).toBeVisible();
    await expect(sizes.getByRole("radio", { name: "L", exact: true })).toBeFocused();
    await expectAccessible(page, "main");
    await sizes.getByRole("radio", { name: "XL", exact: true }).check();
    await expect(page.getByText("Choose a size.")).toBeHidden();
    await page.getByRole("button", { name: `Add to Cart: ${AGBADA}` }).click();
    await expect(page.getByRole("link", { name: /Cart.*2/ })).toBeVisible();
  });

  await test.step("the cart has a line for each size", async () => {
    await page.getByRole("link", { name: /Cart.*2/ }).click();
    for (const size of ["L", "XL"]) {
      const line = page.getByRole("article", { name: `${AGBADA}, size ${size}`, exact: true });
      await expect(line.getByText(`Size ${size}`, { exact: true })).toBeVisible();
    }
    await expectAccessible(page, 'ul[aria-label="Items in your cart"]');
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  });

  await test.step("the paid order names the sizes", async () => {
    await fillBilling(page);
    await typeCard(page, "4242 4242 4242 4242");
    await page.getByRole("button", { name: "Pay $330.00" }).click();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    for (const size of ["L", "XL"]) {
      await expect(page.getByText(`Size ${size}`, { exact: true }).filter({ visible: true })).toBeVisible();
    }
  });

  await test.step("the dashboard names the sizes", async () => {
    const office = await browser.newContext();
    const desk = await office.newPage();
    await openAs(desk, await newShopkeeper(), new URL("/auth", page.url()).href);
    await desk.getByLabel("Status").selectOption("paid");
    const order = desk.getByRole("article").filter({ hasText: name });
    await order.getByRole("button", { name: /View details/ }).click();
    await expect(order.getByText("Size XL", { exact: true })).toBeVisible();
    await office.close();
  });
});

test("an admin adds sizes and attributes to a product and edits them", { tag: AT_DESKTOP }, async ({
  page,
  browser,
}) => {
  test.slow();
  const name = `Kuli Box ${crypto.randomUUID().slice(0, 6)}`;
  await enterAs(page, await newShopkeeper());
  const size = (place: number) => page.getByRole("dialog").getByRole("group", { name: `No. ${place}`, exact: true });

  await test.step("the form saves them and shows errors at their fields", async () => {
    await page.goto("/snacksandconfectionaries");
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
    await dialog.getByRole("button", { name: "Add size" }).click();
    await dialog.getByRole("button", { name: "Add size" }).click();
    await size(1).getByLabel("Called").fill("Small");
    await size(2).getByLabel("Called").fill("Large");
    await size(2).getByLabel("Price", { exact: true }).fill("14");
    await size(2).getByLabel("Amount").fill("plenty");
    await expectAccessible(page, "dialog[open]");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(size(2).getByText("Enter an amount such as 20 lb, 500 g, or 6 ct.")).toBeVisible();
    await expect(size(2).getByLabel("Amount")).toBeFocused();
    await size(2).getByLabel("Amount").fill("2 lb");
    await size(2).getByLabel("Availability").selectOption("Counted");
    await size(2).getByLabel("Quantity left").fill("3");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByText("Item added succesfully")).toBeVisible();
  });
  const item = page.getByRole("article").filter({ hasText: name });

  await test.step("a guest sees them", async () => {
    await expect(item).toContainText("From $8.00");
    await expect(item).toContainText("Chilled");
    const guestContext = await browser.newContext();
    const guest = await guestContext.newPage();
    await guest.goto((await item.getByRole("link", { name }).getAttribute("href")) ?? "");
    const sizes = guest.getByRole("group", { name: "Size" });
    await sizes.getByRole("radio", { name: /Large \$14.00 · \$0.44\/oz/ }).check();
    await expect(guest.getByText("$0.44/oz").last()).toBeVisible();
    await expect(guest.getByRole("list", { name: "Contains", exact: true })).toHaveText("peanut");
    await expect(guest.getByRole("list", { name: "May contain" })).toHaveText("tree nuts");
    await guestContext.close();
  });

  await test.step("the pencil opens the form with all of them and edits them", async () => {
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: "Edit item" });
    await expect(size(2).getByLabel("Called")).toHaveValue("Large");
    await expect(size(2).getByLabel("Quantity left")).toHaveValue("3");
    await expect(size(2).getByLabel("Amount")).toHaveValue("2 lb");
    await dialog.getByText("What the package says").click();
    await expect(dialog.getByLabel("peanut")).toHaveValue("contains");
    await dialog.getByRole("button", { name: "Remove no. 1" }).click();
    await size(1).getByLabel("Quantity left").fill("0");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Product saved")).toBeVisible();
    await expect(item.getByRole("button", { name: `Sold out: ${name}` })).toBeVisible();
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(item).toBeHidden();
  });
});
