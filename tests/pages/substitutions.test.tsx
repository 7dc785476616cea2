import { aPaidOrder, aProduct, newShopkeeper, newShopper, openAs, replaceSession } from "#e2e/fixtures/test-data.ts";
import { call } from "#tests/requests.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("a substitution and a removal are shown to the customer once the order is packed", async ({ page }) => {
  const [yam, garri, cassava] = [
    await aProduct({ price: 10 }),
    await aProduct({ price: 6 }),
    await aProduct({ price: 7.5 }),
  ];
  const [ama, ola] = [await newShopper(), await newShopkeeper()];
  const orderId = await aPaidOrder(ama, [
    { name: yam.name, quantity: 2 },
    { name: garri.name, quantity: 1 },
  ]);
  const preferences = { order_id: orderId, substitution_preference: "replace", note: "", lines: [] };
  await call(ama, "set_substitution_preferences", preferences);
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog", { name: /^Out of stock/ });
  const report = (name: string) => main.getByRole("button", { name: new RegExp(`^Out of stock.*${name}`) }).click();
  const leaveOut = async () => {
    await dialog.getByRole("radio", { name: "Leave it out and refund" }).check();
    await dialog.getByRole("button", { name: "Leave out" }).click();
    await expect(dialog).toBeHidden();
  };

  await openAs(page, ola, `/desk/orders/${orderId}`);
  await report(yam.name);
  await expect(dialog).toContainText("Customer's preference: Replace with the closest");
  await expect(dialog.getByRole("radio", { name: "Replace it" })).toBeChecked();
  await expect(dialog.getByLabel(`Mark ${yam.name} as sold out`)).not.toBeChecked();
  await dialog.getByLabel("How many are out of stock?").fill("3");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await expect(dialog.getByText(`Choose 1 to 2 of ${yam.name}.`)).toBeVisible();
  await dialog.getByLabel("How many are out of stock?").fill("1");
  await dialog.getByLabel("Search for a replacement").fill(cassava.name);
  const found = dialog.getByRole("radio", { name: cassava.name });
  await expect(found).toHaveAccessibleDescription("$7.50 each, $2.50 less: $2.50 goes back");
  await found.check();
  await dialog.getByLabel("How many replacements?").fill("2");
  await expect(found).toHaveAccessibleDescription(
    "$7.50 each, $15.00 for 2 instead of $10.00: the customer pays the same",
  );
  await dialog.getByLabel("How many replacements?").fill("1");
  await expectAccessible("dialog[open]");
  await dialog.getByRole("button", { name: "Replace" }).dblclick();
  await expect(dialog).toBeHidden();
  const change = `1 × ${yam.name} replaced by 1 × ${cassava.name}, $2.50 back`;
  await expect(main.getByText(change).first()).toBeVisible();

  await report(garri.name);
  await dialog.getByRole("radio", { name: "Call or text first" }).check();
  for (const [name, href] of [
    ["Call (281) 555-0123", "tel:+12815550123"],
    ["Text (281) 555-0123", "sms:+12815550123"],
  ] as const) {
    await expect(dialog.getByRole("link", { name })).toHaveAttribute("href", href);
  }
  await leaveOut();
  const undo = main.getByRole("button", { name: new RegExp(`^Undo.*${garri.name} left out`) });
  page.route(/undo_substitution/, () => Response.json({ code: "PT409", message: "Not now." }, { status: 409 }));
  await undo.click();
  await expect(page.getByRole("alert").filter({ hasText: "Not now." })).toBeVisible();
  page.unrouteAll();
  await undo.click();
  await expect(undo).toHaveCount(0);

  // The pick list shows the substitution and can add another.
  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText(change).first()).toBeVisible();
  await report(garri.name);
  await leaveOut();
  await expect(undo).toBeVisible();
  await replaceSession(page, ama);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText("2 × $10.00")).toBeVisible();
  await expect(page.getByText("replaced by")).toHaveCount(0);

  await replaceSession(page, ola);
  await page.goto(`/desk/orders/${orderId}`);
  await main.getByRole("button", { name: "Start packing" }).click();
  await main.getByRole("button", { name: "Ready for pickup" }).click();
  await expect(main.getByRole("button", { name: "Handed over" })).toBeVisible();
  await expect(main.getByRole("button", { name: /^Out of stock/ })).toHaveCount(0);
  await replaceSession(page, ama);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByRole("listitem").getByText(change)).toBeVisible();
  await expect(page.getByRole("listitem").getByText(`1 × ${garri.name} left out, $6.00 back`)).toBeVisible();
  await expect(page.locator('div:has(> dt:has-text("Total after refunds"))')).toContainText("$17.50");
});
