// Deep: a preference from the cart to the packer's screen.
import type { Page } from "@playwright/test";
import { fillCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper, newShopper, openAs, pay, saveBilling } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

// The database refuses a change that comes too late.
test.use({ expectedRejections: ["set_substitution_preferences"] });

const OIL = "Red Palm Oil";

const oilLine = (page: Page) => page.getByRole("article", { name: OIL });

const preferences = (page: Page) => page.getByRole("region", { name: "If an item is out of stock" });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Order preferences" });

const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });

test("a substitution preference is set in the cart, changed on the order, and shown to packers", {
  tag: AT_PHONE,
}, async ({ page, browser }) => {
  test.slow();
  const ama = await newShopper();
  await enterAs(page, ama);
  await fillCart(page);

  await test.step("the cart asks once, and a line can have its own preference", async () => {
    await page.goto("/cart");
    await checkout(page).getByText("If something is out of stock").click();
    await checkout(page).getByRole("radio", { name: "Replace with the closest" }).check();
    const note = checkout(page).getByLabel("Note for the store (optional)");
    await checkout(page).getByText("Note for the store", { exact: true }).click();
    await note.fill("Ring twice.\nThe dog is kind.");
    await expect(note).toHaveAccessibleDescription("28 of 300 characters");
    await oilLine(page)
      .getByRole("button", { name: `Note for ${OIL}` })
      .press("Enter");
    const lineNote = oilLine(page).getByLabel(`Note for ${OIL}`);
    await expect(lineNote).toBeFocused();
    await page.keyboard.type("the small bottle");
    await expect(lineNote).toHaveAccessibleDescription("16 of 120 characters");
    await oilLine(page).getByLabel("If it's out of stock").selectOption("Leave it out and refund");
    await expectAccessible(page, "main article, form[aria-label=Checkout]");
    await page.reload();
    await expect(checkout(page).getByText("If something is out of stock")).toBeVisible();
    await expect(checkout(page).locator("summary", { hasText: "Replace with the closest" })).toBeVisible();
    await expect(note).toHaveValue("Ring twice.\nThe dog is kind.");
    await expect(lineNote).toHaveValue("the small bottle");
  });

  await test.step("the order is placed with the preferences", async () => {
    await page.getByRole("button", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
  });
  const { data: order } = await ama.client.from("orders").select("id").single().throwOnError();
  await saveBilling(order.id);
  expect(await pay(ama, order.id)).toBe("paid");

  await test.step("the order page shows the preferences and lets the customer change them", async () => {
    await navigateTo(page, `/orders/${order.id}`);
    await expect(preferences(page)).toContainText("Replace with the closest");
    await expect(preferences(page)).toContainText("The dog is kind.");
    await preferences(page).getByRole("button", { name: "Change preferences" }).click();
    await dialog(page).getByRole("radio", { name: "Call or text me first" }).check();
    await dialog(page).getByLabel(`Note for ${OIL}`).fill("the big bottle");
    await expectAccessible(page, "dialog[open]");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(preferences(page).getByRole("button", { name: "Change preferences" })).toBeFocused();
    await expect(preferences(page)).toContainText("Call or text me first");
    await expect(preferences(page)).toContainText("the big bottle");
    await expectAccessible(page, "main");
  });

  const desk = await browser.newPage();
  await test.step("the packer sees them before anything else", async () => {
    await openAs(desk, await newShopkeeper(), new URL(`/orders/${order.id}`, page.url()).href);
    await expect(desk.getByRole("heading", { level: 2 }).first()).toHaveText("If an item is out of stock");
    await expect(preferences(desk)).toContainText("Call or text me first");
    await expect(preferences(desk)).toContainText("the big bottle");
    await expect(preferences(desk)).toContainText("If out of stock: Leave it out and refund");
    await expect(preferences(desk).getByRole("button")).toHaveCount(0);
  });

  await test.step("an order in preparation cannot be changed", async () => {
    await preferences(page).getByRole("button", { name: "Change preferences" }).click();
    await desk.getByRole("button", { name: "Start packing" }).click();
    await expect(desk.getByRole("button", { name: "Ready for pickup" })).toBeVisible();
    await dialog(page).getByLabel("Note for the store (optional)").fill("Too late.");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(dialog(page).getByText("You can no longer change the preferences of this order.")).toBeVisible();
    await expect(dialog(page).getByLabel("Note for the store (optional)")).toHaveValue("Too late.");
    await expectAccessible(page, "dialog[open]");
  });
  await desk.close();
});
