// Deep: substitutions from the pick list to the customer's page.
import type { Page } from "@playwright/test";
import { navigateTo } from "./fixtures/navigate.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

const desk = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("dialog", { name: /^Out of stock/ });

test("a substitution and a removal are shown to the customer once the order is packed", { tag: AT_DESKTOP }, async ({
  page,
  browser,
}) => {
  const [yam, garri, cassava] = await Promise.all([
    aProduct({ price: 10 }),
    aProduct({ price: 6 }),
    aProduct({ price: 7.5 }),
  ]);
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama, [
    { name: yam.name, quantity: 2 },
    { name: garri.name, quantity: 1 },
  ]);
  await ama.client
    .rpc("set_substitution_preferences", { order_id: orderId, substitution_preference: "replace", note: "", lines: [] })
    .throwOnError();

  await openAs(page, ola, `/desk/orders/${orderId}`);
  await desk(page)
    .getByRole("button", { name: new RegExp(`^Out of stock.*${yam.name}`) })
    .click();
  await expect(dialog(page)).toContainText("Customer's preference: Replace with the closest");
  await expect(dialog(page).getByRole("radio", { name: "Replace it" })).toBeChecked();
  await expect(dialog(page).getByLabel(`Mark ${yam.name} as sold out`)).not.toBeChecked();
  await dialog(page).getByLabel("How many are out of stock?").fill("3");
  await dialog(page).getByRole("button", { name: "Replace" }).click();
  await expect(dialog(page).getByText(`Choose 1 to 2 of ${yam.name}.`)).toBeVisible();
  await dialog(page).getByLabel("How many are out of stock?").fill("1");
  await dialog(page).getByLabel("Search for a replacement").fill(cassava.name);
  const found = dialog(page).getByRole("radio", { name: cassava.name });
  await expect(found).toHaveAccessibleDescription("$7.50 each, $2.50 less: $2.50 goes back");
  await found.check();
  await dialog(page).getByLabel("How many replacements?").fill("2");
  await expect(found).toHaveAccessibleDescription(
    "$7.50 each, $15.00 for 2 instead of $10.00: the customer pays the same",
  );
  await dialog(page).getByLabel("How many replacements?").fill("1");
  await expect(found).toHaveAccessibleDescription("$7.50 each, $2.50 less: $2.50 goes back");
  await expectAccessible(page, "dialog[open]");
  await dialog(page).getByRole("button", { name: "Replace" }).dblclick();
  await expect(dialog(page)).toBeHidden();
  const change = `1 × ${yam.name} replaced by 1 × ${cassava.name}, $2.50 back`;
  await expect(desk(page).getByText(change).first()).toBeVisible();

  await desk(page)
    .getByRole("button", { name: new RegExp(`^Out of stock.*${garri.name}`) })
    .click();
  await dialog(page).getByRole("radio", { name: "Call or text first" }).check();
  await expect(dialog(page).getByRole("link", { name: "Call (281) 555-0123" })).toHaveAttribute(
    "href",
    "tel:+12815550123",
  );
  await expect(dialog(page).getByRole("link", { name: "Text (281) 555-0123" })).toHaveAttribute(
    "href",
    "sms:+12815550123",
  );
  await dialog(page).getByRole("radio", { name: "Leave it out and refund" }).check();
  await dialog(page).getByRole("button", { name: "Leave out" }).click();
  await expect(dialog(page)).toBeHidden();
  const leftOut = desk(page).getByRole("button", { name: new RegExp(`^Undo.*${garri.name} left out`) });
  await leftOut.click();
  await expect(leftOut).toHaveCount(0);

  // The pick list shows the substitution and can change it.
  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText(change).first()).toBeVisible();
  await page.getByRole("button", { name: new RegExp(`^Out of stock.*${garri.name}`) }).click();
  await dialog(page).getByRole("radio", { name: "Leave it out and refund" }).check();
  await dialog(page).getByRole("button", { name: "Leave out" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: new RegExp(`^Undo.*${garri.name} left out`) })).toBeVisible();
  await expectAccessible(page, "main");
  await navigateTo(page, `/desk/orders/${orderId}`);

  const customer = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const hers = await customer.newPage();
  await openAs(hers, ama, `/orders/${orderId}`);
  await expect(hers.getByText(`2 × $10.00`)).toBeVisible();
  await expect(hers.getByText("replaced by")).toHaveCount(0);

  await desk(page).getByRole("button", { name: "Start packing" }).click();
  await desk(page).getByRole("button", { name: "Ready for pickup" }).click();
  await expect(desk(page).getByRole("button", { name: "Handed over" })).toBeVisible();
  await expect(desk(page).getByRole("button", { name: /^Out of stock/ })).toHaveCount(0);

  await hers.reload();
  await expect(hers.getByRole("listitem").getByText(change)).toBeVisible();
  await expect(hers.getByRole("listitem").getByText(`1 × ${garri.name} left out, $6.00 back`)).toBeVisible();
  await expect(hers.getByRole("term").filter({ hasText: "Total after refunds" }).locator("..")).toContainText("$17.50");
  await customer.close();
});
