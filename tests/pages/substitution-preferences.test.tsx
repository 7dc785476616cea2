import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPendingOrder,
  aProduct,
  enterAs,
  newShopkeeper,
  newShopper,
  pay,
  replaceSession,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { call } from "#tests/requests.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, step, test } from "./page-test.tsx";

const OIL = "Red Palm Oil";

const oilLine = (page: Page) => page.getByRole("article", { name: OIL });

const checkout = (page: Page) => page.getByRole("form", { name: "Checkout" });

test("ordering again copies no notes and keeps the substitution preference", async ({ page }) => {
  const ama = await newShopper();
  const yam = await aProduct();
  const orderId = await aPendingOrder(ama, [{ name: yam.name, quantity: 1 }]);
  const { data: lines } = await serviceClient().from("order_items").select("id").eq("order_id", orderId);
  await call(ama, "set_substitution_preferences", {
    order_id: orderId,
    substitution_preference: "contact",
    note: "Ring twice.",
    lines: [{ id: lines?.[0]?.id, substitution_preference: "replace", note: "very ripe" }],
  });
  expect(await pay(ama, orderId)).toBe("paid");
  await enterAs(page, ama);
  await openFilledCart(page);
  await checkout(page).getByText("If something is out of stock").click();
  await checkout(page).getByRole("radio", { name: "Leave it out and refund" }).check();
  await oilLine(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await page.navigateTo(`/orders/${orderId}`);
  await page.getByRole("button", { name: "Order again" }).click();
  await expect(page).toHaveURL("/cart");
  const line = page.getByRole("article", { name: yam.name });
  await expect(line.getByRole("button", { name: /^Note for/ })).toBeVisible();
  await expect(checkout(page).getByLabel("Note for the store (optional)")).toHaveValue("");
  await expect(checkout(page).getByText("If something is out of stock")).toBeVisible();
  await expect(checkout(page).locator("summary").filter({ hasText: "Leave it out and refund" })).toBeVisible();
});

test("a substitution preference is set in the cart, changed on the order, and shown to packers", async ({ page }) => {
  const [ama, ola] = [await newShopper(), await newShopkeeper()];
  await enterAs(page, ama);
  await openFilledCart(page);

  await step("the cart asks once, and a line can have its own preference", async () => {
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
    await expectAccessible("main article, form[aria-label=Checkout]");
    await page.reload();
    await expect(checkout(page).locator("summary").filter({ hasText: "Replace with the closest" })).toBeVisible();
    await expect(note).toHaveValue("Ring twice.\nThe dog is kind.");
    await expect(lineNote).toHaveValue("the small bottle");
    await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
    await expect(page).toHaveURL(/\/shippingInformation\//);
  });
  const orderId = page.url().split("/").at(-1) ?? "";
  await page.shop.database.admin`call testing.bill_order(${orderId})`;
  expect(await pay(ama, orderId)).toBe("paid");
  const preferences = page.getByRole("region", { name: "If an item is out of stock" });
  const change = preferences.getByRole("button", { name: "Change preferences" });
  const dialog = page.getByRole("dialog", { name: "Order preferences" });

  await step("the order page shows the preferences and lets the customer change them", async () => {
    await page.navigateTo(`/orders/${orderId}`);
    await expect(preferences).toContainText("Replace with the closest");
    await expect(preferences).toContainText("The dog is kind.");
    await change.click();
    await dialog.getByRole("radio", { name: "Call or text me first" }).check();
    await dialog.getByLabel(`Note for ${OIL}`).fill("the big bottle");
    await expectAccessible("dialog[open]");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(change).toBeFocused();
    await expect(preferences).toContainText("Call or text me first");
    await expect(preferences).toContainText("the big bottle");
  });

  await step("an order in preparation cannot be changed", async () => {
    await change.click();
    await call(ola, "move_order", { order_id: orderId, to_status: "preparing" });
    await dialog.getByLabel("Note for the store (optional)").fill("Too late.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("You can no longer change the preferences of this order.")).toBeVisible();
    await expect(dialog.getByLabel("Note for the store (optional)")).toHaveValue("Too late.");
  });

  await step("the packer sees them before anything else", async () => {
    await replaceSession(page, ola);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toHaveText(
      "If an item is out of stock",
    );
    await expect(preferences).toContainText("Call or text me first");
    await expect(preferences).toContainText("the big bottle");
    await expect(preferences).toContainText("If out of stock: Leave it out and refund");
    await expect(preferences.getByRole("button")).toHaveCount(0);
  });
});
