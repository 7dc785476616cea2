import { cartPath } from "#app/features/whatsapp-order/cart-link.ts";
import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { fillCart, openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { aProduct, enterAs, newShopper, serviceClient } from "#e2e/fixtures/test-data.ts";
import { aCartItem } from "#tests/a-cart-item.ts";
import { readRow } from "#tests/requests.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

const AGBADA = "Men's Three-Piece Agbada, Ivory";

async function addFirstCondiment(page: Page, inCart = "1"): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: /Add to Cart/ })
    .first()
    .click();
  await expect(badge(page)).toContainText(inCart);
}

const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

const line = (page: Page) => page.getByRole("list", { name: "Items in your cart" }).getByRole("listitem");

test("the quantity is stepped and typed, and never goes below 1", async ({ page }) => {
  await openFilledCart(page);
  const quantity = line(page).getByRole("textbox", { name: /^Quantity of/ });
  const less = line(page).getByRole("button", { name: "One less" });
  await expect(quantity).toHaveValue("1");
  await expect(less).toBeDisabled();
  await line(page).getByRole("button", { name: "One more" }).click();
  await expect(quantity).toHaveValue("2");
  await less.click();
  await expect(quantity).toHaveValue("1");
  await expect(less).toBeDisabled();
  await quantity.fill("12");
  await expect(line(page)).toContainText(/12 × \$\d+\.\d\d/);
  await expect(badge(page)).toContainText("12");
  for (const ignored of ["0", "-3", "1.5", "many", ""]) {
    await quantity.fill(ignored);
    await quantity.blur();
    await expect(quantity).toHaveValue("12");
  }
  await expectAccessible("html");

  await step("removing the last item leaves an empty cart and takes the badge away", async () => {
    await line(page)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(page.getByText("Your cart is empty.")).toBeVisible();
    await expect(badge(page)).toHaveText(/^\D*$/);
    // pages.spec.ts checks a cart that was always empty; here an item can be restored.
    await expectAccessible("main");
  });
});

test("the way to free delivery is shown for a delivery only", async ({ page }) => {
  await openFilledCart(page);
  const quantity = line(page).getByRole("textbox", { name: /^Quantity of/ });
  await expect(page.getByRole("main").getByText(/free delivery/i)).toHaveCount(0);
  await page.getByLabel("Delivery", { exact: true }).check();
  await expect(page.getByRole("progressbar", { name: /^\$\d+\.\d\d more for free delivery$/ })).toBeVisible();
  await page.getByLabel("ZIP code").fill("77338");
  await quantity.fill("12");
  await expect(
    page.getByRole("progressbar", { name: "You have reached the minimum for free delivery." }),
  ).toBeVisible();
});

test("undoing a removal restores place, quantity, and size, and keeps the focus", async ({ page }) => {
  const { data: agbada } = await serviceClient().from("products").select("id").eq("name", AGBADA).single();
  await page.goto(`/products/wears/${agbada?.id}`);
  await page.getByRole("radio", { name: "L", exact: true }).check();
  await page.getByRole("textbox", { name: `Quantity of ${AGBADA}` }).fill("2");
  await page.getByRole("button", { name: `Add to Cart: ${AGBADA}` }).click();
  await page.navigateTo("/condiments");
  await addFirstCondiment(page, "3");
  await badge(page).click();
  await expect(page).toHaveURL("/cart");
  const gown = page.getByRole("article", { name: `${AGBADA}, size L` });
  const undo = page.getByRole("button", { name: "Undo" });

  await gown.getByRole("button", { name: /^Remove/ }).press("Enter");
  await expect(gown).toHaveCount(0);
  await expect(badge(page)).toContainText("1");
  await expect(undo).toBeFocused();
  await expect(undo).toHaveAccessibleDescription(`You removed ${AGBADA}, size L.`);
  await undo.press("Enter");
  await expect(gown.getByRole("textbox")).toHaveValue("2");
  await expect(gown.getByRole("button", { name: /^Remove/ })).toBeFocused();
  await expect(line(page).first()).toContainText("Size L");

  // Remove the last item, too.
  await line(page)
    .last()
    .getByRole("button", { name: /^Remove/ })
    .press("Enter");
  await gown.getByRole("button", { name: /^Remove/ }).press("Enter");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(undo).toBeFocused();
  await undo.press("Enter");
  await expect(gown.getByRole("textbox")).toHaveValue("2");
  await expect(line(page)).toHaveCount(1);
});

// order-life.test.tsx checks the notices with axe, in a cart that also exceeds the stock.
test("a changed price is updated in the cart with a notice", async ({ page }) => {
  const [pepper, yam] = await Promise.all([aProduct(), aProduct()]);
  await fillCart(page, [
    { name: pepper.name, quantity: 1 },
    { name: yam.name, quantity: 1 },
  ]);
  await pepper.change({ price: 12.5 });
  await yam.change({ archived_at: new Date().toISOString() });
  await page.goto("/cart");
  await expect(page.getByText(`${pepper.name} now costs $12.50; it was $10.00.`)).toBeVisible();
  await expect(line(page)).toContainText("$12.50");
  await step("an unavailable product is removed from the cart with a notice", async () => {
    await expect(page.getByText(`${yam.name} is no longer for sale, so we removed it from your cart.`)).toBeVisible();
    await expect(line(page)).toHaveCount(1);
  });
  await pepper.change({ archived_at: new Date().toISOString() });
});

test("a second shared cart is offered in a tab that has closed the first prompt", async ({ page }) => {
  const [pepper, yam] = await Promise.all([aProduct(), aProduct()]);
  const link = ({ id }: { id: number }) => cartPath([aCartItem({ id })]);
  const offer = page.getByRole("region", { name: "Someone sent you a cart with 1 item" });
  await page.goto(link(pepper));
  await offer.getByRole("button", { name: "Dismiss" }).click();
  await expect(offer).toHaveCount(0);
  // Typed into the address bar, it changes only the fragment, which loads no document.
  await page.navigateTo(link(yam));
  await offer.getByRole("button", { name: "Add to my cart" }).click();
  await expect(line(page)).toContainText(yam.name);
  await expect(offer).toHaveCount(0);
  await expect(page).toHaveURL("/cart");
});

test("the chosen delivery method survives a reload and is cleared with the cart", async ({ page }) => {
  const yam = await aProduct();
  await openFilledCart(page, [{ name: yam.name, quantity: 1 }]);
  await page.getByLabel("Delivery", { exact: true }).check();
  await fillIn(page, { "Delivery address": "18 Cypress Bend, Humble", "Phone number": "(281) 555-0123" });
  await page.reload();
  await expect(page.getByLabel("Delivery", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Delivery address")).toHaveValue("18 Cypress Bend, Humble");
  await expect(page.getByLabel("Phone number")).toHaveValue("(281) 555-0123");
  await line(page).getByRole("link", { name: yam.name }).click();
  await expect(page).toHaveURL(yam.path);
  await page.evaluate(() => localStorage.setItem("cartTimestamp", String(Date.now() - 1_800_000)));
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await yam.change({ archived_at: new Date().toISOString() });
});

test("an unreadable phone number is questioned once and stored as typed", async ({ page }) => {
  const [ama, yam] = await Promise.all([newShopper(), aProduct()]);
  await enterAs(page, ama);
  await openFilledCart(page, [{ name: yam.name, quantity: 1 }]);
  await page.getByLabel("Delivery", { exact: true }).check();
  await fillIn(page, { "Delivery address": "18 Cypress Bend, Humble", "Phone number": "call my sister" });
  const proceed = page.getByRole("button", { name: "Proceed to Checkout" }).first();
  await proceed.click();
  const question = page.getByRole("dialog", { name: "We couldn't read this phone number. Use it anyway?" });
  await expect(question).toContainText("call my sister");
  await expectAccessible("dialog");
  await question.getByRole("button", { name: "Change number" }).click();
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await proceed.click();
  await question.getByRole("button", { name: "Use this number" }).click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const orderId = page.url().split("/").at(-1);
  const data = await readRow(serviceClient(), "orders", "delivery_phone_number", { id: orderId });
  expect(data.delivery_phone_number).toBe("call my sister");
  await page.goBack();
  await proceed.click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(question).toHaveCount(0);

  await step("the billing phone keeps digits only, as they are typed or pasted", async () => {
    const phone = page.getByLabel("Phone number");
    await phone.fill("");
    await phone.pressSequentially("(281) 555-01x2");
    await expect(phone).toHaveValue("281555012");
    await phone.fill("+1 (281) 555-0142");
    await expect(phone).toHaveValue("2815550142");
    await phone.press("Home");
    await phone.pressSequentially("+1");
    await expect(phone).toHaveValue("2815550142");
  });
  await expect(page.getByText("Not included", { exact: true })).toHaveCount(1);
  await yam.change({ archived_at: new Date().toISOString() });
});

test("delivery fields that a password manager fills in without an event count", async ({ page }) => {
  await enterAs(page, await newShopper());
  await openFilledCart(page);
  const checkout = page.getByRole("form", { name: "Checkout" });
  await checkout.getByRole("radio", { name: "Delivery" }).check();
  for (const [label, text] of [
    ["Delivery address", "18 Cypress Bend"],
    ["Phone number", "281 555 0177"],
  ] as const) {
    await checkout.getByLabel(label).evaluate((input: HTMLInputElement, value) => {
      input.value = value;
    }, text);
  }
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  await expect(page.getByText("18 Cypress Bend").first()).toBeAttached();
});
