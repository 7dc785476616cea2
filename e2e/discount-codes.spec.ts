// Deep: a code used up by another browser between cart and payment.
import type { Page } from "@playwright/test";
import { fillCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, fillBilling, test, typeCard } from "./fixtures/shop-test.ts";
import {
  aPlacedOrder,
  aProduct,
  enterAs,
  newShopkeeper,
  newShopper,
  type Person,
  serviceClient,
} from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

// Another customer takes the last use between the cart and the order.
test.use({ expectedRejections: ["place_order"] });

const code = (page: Page) => page.locator("details").filter({ hasText: "Discount code" });
const sum = (page: Page, name: string) =>
  page
    .getByRole("main")
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${name}`), visible: true })
    .locator("..");

async function enter(page: Page, typed: string): Promise<void> {
  await page.getByText("Discount code", { exact: true }).click();
  await code(page).getByLabel("Code").fill(typed);
  await page.keyboard.press("Enter");
}

/** Uses the code up with another customer's order. */
async function takeLastUse(person: Person, code: string, name: string): Promise<void> {
  await person.client.rpc("enter_discount_code", { code }).throwOnError();
  await aPlacedOrder(person, [{ name, quantity: 1 }]);
}

test("a discount code lowers the first shopper's total and is used up for the next", {
  tag: AT_PHONE,
}, async ({ page, browser, expectAccessible }) => {
  test.slow();
  const [ama, kofi, owner, yam] = await Promise.all([
    newShopper(),
    newShopper("Kofi Boateng"),
    newShopkeeper(),
    aProduct({ price: 10 }),
  ]);
  const name = `YAM${crypto.randomUUID().slice(0, 6).toUpperCase()}`;

  await test.step("the owner adds the code by keyboard", async () => {
    const desk = await (await browser.newContext()).newPage();
    await enterAs(desk, owner);
    await desk.goto("/desk/settings");
    await desk.getByRole("link", { name: "Discount codes" }).click();
    await desk.getByRole("button", { name: "Add code" }).press("Enter");
    const dialog = desk.getByRole("dialog", { name: "Add code" });
    await dialog.getByLabel("Code", { exact: true }).fill(name.toLowerCase());
    await dialog.getByLabel("Percent", { exact: true }).fill("0");
    await dialog.getByRole("button", { name: "Add code" }).press("Enter");
    await expect(dialog.getByText("A percentage from 0.01 to 100")).toBeVisible();
    await expect(dialog.getByLabel("Percent", { exact: true })).toBeFocused();
    await dialog.getByLabel("Percent", { exact: true }).fill("10");
    await dialog.getByLabel("Total number of uses (optional)").fill("1");
    await dialog.getByRole("button", { name: "Add code" }).press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(desk.getByRole("main")).toContainText(`${name}: 10 % off`);
    await expect(desk.getByRole("main")).toContainText("0 of 1 order");
    await desk.context().close();
  });

  await enterAs(page, ama);
  await test.step("a wrong code shows an error, and the right one lowers the total", async () => {
    await fillCart(page, [{ name: yam.name, quantity: 1 }]);
    await page.goto("/cart");
    await enter(page, "NOSUCHCODE");
    await expect(code(page).getByText("That code doesn't exist.")).toBeVisible();
    await expectAccessible("main details, form[aria-label=Checkout]");
    await code(page).getByLabel("Code").fill(name.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${name} applies to this order.`)).toBeVisible();
    await expect(sum(page, "Discount")).toContainText("-$1.00");
    await expect(sum(page, "Total")).toContainText("$9.00");
    await expectAccessible("main details, form[aria-label=Checkout]");
    await page.reload();
    await expect(sum(page, "Total")).toContainText("$9.00");
  });

  await test.step("a code used up by another customer is reported before the order is placed", async () => {
    await takeLastUse(kofi, name, yam.name);
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByText(`${name}: This code has reached its limit.`)).toBeVisible();
    await expect(sum(page, "Total")).toContainText("$10.00");
    await expect(page).toHaveURL("/cart");
    await expectAccessible("form[aria-label=Checkout]");
  });

  await test.step("canceling that order releases the code, which applies up to the receipt", async () => {
    const { data: taken } = await kofi.client.from("orders").select("id").single().throwOnError();
    await kofi.client.rpc("cancel_order", { order_id: taken.id }).throwOnError();
    await page.reload();
    await expect(sum(page, "Total")).toContainText("$9.00");
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await fillBilling(page);
    await typeCard(page, "4242424242424242");
    await page.getByRole("button", { name: "Pay $9.00" }).click();
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    await expect(sum(page, "Discount")).toContainText("-$1.00");
    const { data: order } = await ama.client.from("orders").select("id, total").single().throwOnError();
    expect(order.total).toBe(9);
    await navigateTo(page, `/orders/${order.id}`);
    await expect(sum(page, "Discount").first()).toContainText("-$1.00");
  });

  await test.step("the next cart has no code", async () => {
    await navigateTo(page, yam.path);
    await page.getByRole("button", { name: `Add to Cart: ${yam.name}` }).click();
    await navigateTo(page, "/cart");
    await expect(sum(page, "Total")).toContainText("$10.00");
  });
  const shop = serviceClient();
  const { data: uses } = await shop.from("discount_codes").select("used_count").eq("code", name).single();
  expect(uses?.used_count).toBe(1);
  await yam.change({ archived_at: new Date().toISOString() });
});
