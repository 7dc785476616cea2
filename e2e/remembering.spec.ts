// Deep: saved details and carts on a second device, and after expiry.

import type { Page } from "@playwright/test";
import { readRows } from "#tests/requests.ts";
import { messageTo } from "./fixtures/account-proofs.ts";
import { fillIn } from "./fixtures/fill-in.ts";
import { fillCart, openFilledCart } from "./fixtures/filled-cart.ts";
import { isShopOpen, navigateTo } from "./fixtures/navigate.ts";
import { shopOrigin } from "./fixtures/shop-place.ts";
import { expect, expectAccessible, fillBilling, signUp, test } from "./fixtures/shop-test.ts";
import { aProduct, enterAs, newShopper, type Person, serviceClient } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

const OIL = "Red Palm Oil";
const HOME = "18 Cypress Bend, Humble, TX 77338";

const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });
const section = (page: Page, name: string) => page.getByRole("region", { name });
const offer = (page: Page) => page.getByRole("region", { name: /^Your cart from/ });
const quantity = (page: Page, name: string) => page.getByRole("article", { name }).getByRole("textbox").first();

async function addOil(page: Page): Promise<void> {
  // Uses client navigation where the page is open, like a click in the menu.
  if (await isShopOpen(page)) await navigateTo(page, "/condiments");
  else await page.goto("/condiments");
  await page.getByRole("button", { name: `Add to Cart: ${OIL}` }).click();
  await expect(page.getByText("Item added to cart").first()).toBeVisible();
}

/** Waits until the account's saved cart has this number of units. */
async function untilSaved(person: Person, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { data } = await serviceClient().from("saved_carts").select("items").eq("user_id", person.id);
      const items = (data ?? []).flatMap((row) => row.items as { quantity: number }[]);
      return items.reduce((sum, item) => sum + item.quantity, 0);
    })
    .toBe(count);
}

test("saved details fill in the next order, and the account edits and deletes them", { tag: AT_DESKTOP }, async ({
  page,
}) => {
  test.slow();
  const ama = await newShopper();
  await enterAs(page, ama);

  await test.step("the first order needs every detail", async () => {
    await openFilledCart(page);
    await checkout(page).getByRole("radio", { name: "Delivery" }).check();
    await checkout(page).getByLabel("Delivery address").fill(HOME);
    await checkout(page).getByLabel("Phone number").fill("281 555 0177");
    await checkout(page).getByText("If something is out of stock").click();
    await checkout(page).getByRole("radio", { name: "Call or text me first" }).check();
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await fillBilling(page);
    await expect
      .poll(async () => (await serviceClient().from("saved_billing").select("name").eq("user_id", ama.id)).data)
      .toEqual([{ name: "Ama Mensah" }]);
  });

  await test.step("the second order has them, even in another browser", async () => {
    await page.evaluate(() => localStorage.removeItem("missingItemWish"));
    await addOil(page);
    await navigateTo(page, "/cart");
    await expect(checkout(page).getByText("If something is out of stock")).toBeVisible();
    await expect(checkout(page).locator("summary", { hasText: "Call or text me first" })).toBeVisible();
    await expect(checkout(page).getByRole("radio", { name: "Delivery" })).toBeChecked();
    await expect(checkout(page).getByLabel("Delivery address")).toHaveValue(HOME);
    await expect(checkout(page).getByLabel("Phone number")).toHaveValue("(281) 555-0177");
    await expect(checkout(page).getByLabel("Saved addresses")).toHaveValue(/./);
    await expectAccessible(page, "form[aria-label=Checkout]");
    await page.reload();
    await checkout(page).locator("summary", { hasText: HOME }).click();
    await expect(checkout(page).getByLabel("Delivery address")).toHaveValue(HOME);
    await expectAccessible(page, "form[aria-label=Checkout]");
    await checkout(page).getByLabel("Saved addresses").selectOption("Use another address");
    await expect(checkout(page).getByLabel("Delivery address")).toHaveValue("");
    await checkout(page).getByLabel("Saved addresses").selectOption(HOME);
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    const billing = page.getByRole("form", { name: "Billing details" });
    await expect(billing.getByLabel("Full name")).toHaveValue("Ama Mensah");
    await expect(billing.getByLabel("Country")).toHaveValue("US");
    await expect(billing.locator("option[value=US]")).toHaveAttribute("label", "United States");
    await expect(billing.locator("option[value=TX]")).toHaveAttribute("label", "Texas");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  });

  await test.step("an address is changed, another added, and one deleted by keyboard", async () => {
    await navigateTo(page, "/account");
    const addresses = section(page, "Delivery addresses");
    await addresses.getByRole("button", { name: `Change ${HOME}` }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change address" });
    await expect(dialog.getByLabel("Street address")).toHaveValue(HOME);
    await fillIn(dialog, { "Street address": "2 Yam Street", City: "Humble" });
    await dialog.getByLabel("ZIP code", { exact: true }).fill("7733");
    await dialog.getByRole("button", { name: "Save address" }).press("Enter");
    await expect(dialog.getByText("A ZIP code has five digits")).toBeVisible();
    await expect(dialog.getByLabel("ZIP code", { exact: true })).toBeFocused();
    await expectAccessible(page, "dialog[open]");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("77338");
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(addresses).toContainText("2 Yam Street, Humble, Texas 77338");
    const toasts = page.getByRole("status");
    await expect(toasts.filter({ hasText: "Address saved." })).toBeVisible();
    await addresses.getByRole("button", { name: "Delete 2 Yam Street, Humble, Texas 77338" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(addresses).toContainText("No addresses yet.");
    await expect(toasts.filter({ hasText: "Address deleted." })).toBeVisible();
    await expect(addresses.getByRole("button", { name: "Add address" })).toBeFocused();
    await expectAccessible(page);
  });

  await test.step("billing details and substitution preference are changed and deleted, too", async () => {
    await section(page, "Billing details").getByRole("button", { name: "Delete billing details" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(section(page, "Billing details")).toContainText("No billing details yet.");
    await expect(page.getByRole("status").filter({ hasText: "Billing details deleted." })).toBeVisible();
    await section(page, "If an item is out of stock").getByRole("button", { name: "Ask me each time" }).click();
    await expect(page.getByText("We'll ask you again with your next cart.")).toBeVisible();
    const columns = "substitution_preference";
    expect(await readRows(serviceClient(), "saved_preferences", columns, { user_id: ama.id })).toEqual([]);
  });

  await test.step("the account's data is exported", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download copy" }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const copy = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
      account: object;
      orders: { delivery_address: string }[];
    };
    expect(copy.account).toMatchObject({ id: ama.id, email: ama.email, name: "Ama Mensah" });
    expect(copy.orders.map((order) => order.delivery_address)).toEqual([HOME, HOME]);
  });
});

test("restoring a saved cart on a second device keeps the larger quantity and says so", { tag: AT_PHONE }, async ({
  page,
  browser,
}) => {
  const [ama, yam] = await Promise.all([newShopper(), aProduct()]);
  await test.step("the first device saves the cart", async () => {
    const first = await (await browser.newContext()).newPage();
    await enterAs(first, ama);
    await fillCart(first, [
      { name: OIL, quantity: 1 },
      { name: yam.name, quantity: 1 },
    ]);
    await first.goto(new URL("/cart", shopOrigin()).href);
    await first.getByRole("article", { name: OIL }).getByRole("button", { name: "One more" }).click();
    await untilSaved(ama, 3);
    await first.context().close();
  });

  await enterAs(page, ama);
  await openFilledCart(page);
  await expect(offer(page)).toContainText("Your cart from today: 3 items");
  await expect(offer(page)).toContainText(`2 × ${OIL}, 1 × ${yam.name}`);
  // The cart is not restored without a click.
  await expect(page.getByRole("article", { name: yam.name })).toHaveCount(0);
  await expect(quantity(page, OIL)).toHaveValue("1");
  await expectAccessible(page, "main");
  await offer(page).getByRole("button", { name: "Restore cart" }).press("Enter");
  await expect(offer(page)).toHaveCount(0);
  await expect(quantity(page, OIL)).toHaveValue("2");
  await expect(quantity(page, yam.name)).toHaveValue("1");
  await expect(page.getByText(`${OIL} was in both carts (1 here, 2 there). Your cart now has 2.`)).toBeVisible();
  await untilSaved(ama, 3);
  await page.reload();
  await expect(quantity(page, OIL)).toHaveValue("2");
  await expect(offer(page)).toHaveCount(0);

  await test.step("an ordered cart is no longer offered", async () => {
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await fillBilling(page);
    await untilSaved(ama, 0);
  });
  await yam.change({ archived_at: new Date().toISOString() });
});

test("an expired cart is offered again, and a discarded one is not", { tag: AT_PHONE }, async ({ page }) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  await addOil(page);
  await untilSaved(ama, 1);
  await page.evaluate(() => localStorage.setItem("cartTimestamp", String(Date.now() - 31 * 60 * 1000)));
  await page.goto("/cart");
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(offer(page)).toContainText("Your cart from today: 1 item");
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await expect(offer(page)).toHaveCount(0);
  await untilSaved(ama, 0);
  await page.reload();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test("a cart started before login is saved to the account", { tag: AT_DESKTOP }, async ({ page }) => {
  await addOil(page);
  const person = await signUp(page);
  await page.goto("/cart");
  await expect(page.getByRole("article", { name: OIL })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  const { data } = await serviceClient().auth.admin.listUsers({ perPage: 1000 });
  const ama = data.users.find(({ email }) => email === person.email);
  await untilSaved({ id: ama?.id ?? "" } as Person, 1);
});

test("a guest logs in at checkout with an emailed code and keeps the cart", { tag: AT_PHONE }, async ({ page }) => {
  const email = `${crypto.randomUUID()}@test.example`;
  await openFilledCart(page);
  await page.getByRole("button", { name: "Proceed to Checkout" }).press("Enter");
  await expect(page.getByText("Please login or sign up to proceed").first()).toBeVisible();
  const form = page.getByRole("form", { name: "Get a code" });
  await form.getByRole("textbox", { name: "Email" }).fill("ama");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Please enter a valid email address")).toBeVisible();
  await expectAccessible(page, "main");
  await form.getByRole("textbox", { name: "Email" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code from the email")).toBeFocused();
  await expectAccessible(page, "main");
  await test.step("the last digit submits the code, and checkout continues", async () => {
    await page.keyboard.type((await messageTo(email, "is your")).code);
    await expect(page).toHaveURL(/\/shippingInformation\//);
  });
  await test.step("saved details are filled in", async () => {
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("State")).toHaveValue("TX");
    await expect(page.getByLabel("Country")).toHaveValue("US");
  });
  await fillBilling(page);
  await navigateTo(page, "/auth");
  await expect(page.getByText("Ama Mensah").first()).toBeVisible();
});
