import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import { enterAs, newShopper, serviceClient } from "#e2e/fixtures/test-data.ts";
import { typeBilling } from "#scripts/test-environment/checkout-forms.ts";
import { readRows } from "#tests/requests.ts";
import { expect, expectAccessible, type Page, step, test } from "./page-test.tsx";

const HOME = "18 Cypress Bend, Humble, TX 77338";

const proceed = (page: Page) => page.getByRole("button", { name: "Proceed to Checkout" }).first().click();

test("saved details fill in the next order, and the account edits and deletes them", async ({ page }) => {
  const ama = await newShopper();
  await enterAs(page, ama);
  const checkout = page.getByRole("form", { name: "Checkout" });

  await step("the first order needs every detail", async () => {
    await openFilledCart(page);
    await checkout.getByRole("radio", { name: "Delivery" }).check();
    await fillIn(checkout, { "Delivery address": HOME, "Phone number": "281 555 0177" });
    await checkout.getByText("If something is out of stock").click();
    await checkout.getByRole("radio", { name: "Call or text me first" }).check();
    await proceed(page);
    await expect(page).toHaveURL(/\/shippingInformation\//);
    await typeBilling(page);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
  });

  await step("the second order has them, even in another browser", async () => {
    await page.evaluate(() => localStorage.removeItem("missingItemWish"));
    await page.navigateTo("/condiments");
    await page.getByRole("button", { name: "Add to Cart: Red Palm Oil" }).click();
    await page.navigateTo("/cart");
    await expect(checkout.locator("summary").filter({ hasText: "Call or text me first" })).toBeVisible();
    await expect(checkout.getByRole("radio", { name: "Delivery" })).toBeChecked();
    await page.reload();
    await checkout.locator("summary").filter({ hasText: HOME }).click();
    const [address, saved] = [checkout.getByLabel("Delivery address"), checkout.getByLabel("Saved addresses")];
    await expect(address).toHaveValue(HOME);
    await expect(checkout.getByLabel("Phone number")).toHaveValue("(281) 555-0177");
    await expectAccessible("form[aria-label=Checkout]");
    await saved.selectOption("Use another address");
    await expect(address).toHaveValue("");
    await saved.selectOption(HOME);
    await proceed(page);
    await expect(page.getByRole("heading", { name: "Card payment" })).toBeVisible();
    await page.getByRole("link", { name: "Back" }).click();
    const billing = page.getByRole("form", { name: "Billing details" });
    await expect(billing.getByLabel("Country")).toHaveValue("US");
    await expect(billing.locator("option[value=US]")).toHaveAttribute("label", "United States");
    await expect(billing.locator("option[value=TX]")).toHaveAttribute("label", "Texas");
  });

  const section = (name: string) => page.getByRole("region", { name });
  const toast = (hasText: string) => page.getByRole("status").filter({ hasText });
  await step("an address is changed and deleted by keyboard", async () => {
    await page.navigateTo("/account");
    const addresses = section("Delivery addresses");
    await addresses.getByRole("button", { name: `Change ${HOME}` }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Change address" });
    await expect(dialog.getByLabel("Street address")).toHaveValue(HOME);
    await fillIn(dialog, { "Street address": "2 Yam Street", City: "Humble" });
    const zip = dialog.getByLabel("ZIP code", { exact: true });
    await zip.fill("7733");
    await dialog.getByRole("button", { name: "Save address" }).press("Enter");
    await expect(dialog.getByText("A ZIP code has five digits")).toBeVisible();
    await expect(zip).toBeFocused();
    await expectAccessible("dialog[open]");
    await zip.fill("77338");
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(toast("Address saved.")).toBeVisible();
    await addresses.getByRole("button", { name: "Delete 2 Yam Street, Humble, Texas 77338" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(addresses).toContainText("No addresses yet.");
    await expect(toast("Address deleted.")).toBeVisible();
    await expect(addresses.getByRole("button", { name: "Add address" })).toBeFocused();
  });

  await step("billing details and substitution preference are deleted, too", async () => {
    await section("Billing details").getByRole("button", { name: "Delete billing details" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(section("Billing details")).toContainText("No billing details yet.");
    await expect(toast("Billing details deleted.")).toBeVisible();
    await section("If an item is out of stock").getByRole("button", { name: "Ask me each time" }).click();
    await expect(page.getByText("We'll ask you again with your next cart.")).toBeVisible();
    const columns = "substitution_preference";
    expect(await readRows(serviceClient(), "saved_preferences", columns, { user_id: ama.id })).toEqual([]);
    await expectAccessible();
  });

  await step("the account's data is exported", async () => {
    const { text } = await page.savedFile(() => page.getByRole("button", { name: "Download copy" }).click());
    const copy = JSON.parse(text) as { account: object; orders: { delivery_address: string }[] };
    expect(copy.account).toMatchObject({ id: ama.id, email: ama.email, name: "Ama Mensah" });
    expect(copy.orders.map((order) => order.delivery_address)).toEqual([HOME, HOME]);
  });
});
