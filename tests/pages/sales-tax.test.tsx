import { fillIn } from "#e2e/fixtures/fill-in.ts";
import { openFilledCart } from "#e2e/fixtures/filled-cart.ts";
import {
  aPaidOrder,
  aProduct,
  enterAs,
  newShopkeeper,
  newShopper,
  openAs,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import type { Page } from "./page-test.tsx";
import { expect, expectAccessible, openOwnShop, test } from "./page-test.tsx";

// A separate store, because a tax rate would apply to all other tests.
openOwnShop();

const DRESS = "Caribbean Madras Plaid Dress";

/** Returns the amount next to a label such as "Sales tax". */
const amount = (part: ReturnType<Page["locator"]>, word: string) => part.locator(`dt:has-text("${word}") + dd`);

/** Taxes the class "Taxable" at 8.25 %. @returns the class */
async function setRate(): Promise<number> {
  const server = serviceClient();
  const { data } = await server.from("tax_classes").select("id").eq("title", "Taxable").single().throwOnError();
  const rate = { class_id: data.id, valid_from: "2026-01-01", percent: 8.25 };
  await server.from("tax_rates").upsert(rate).throwOnError();
  return data.id;
}

test("no tax is charged until the owner sets a rate by keyboard", async ({ page }) => {
  const quotes: string[] = [];
  page.route(/quote_cart/, ({ url }) => void quotes.push(url));
  await enterAs(page, await newShopkeeper());
  await openFilledCart(page, [{ name: DRESS, size: "M", quantity: 1 }]);
  const checkout = page.getByRole("form", { name: "Checkout" });
  await expect(amount(checkout, "Total")).toHaveText("$54.99");
  await expect(checkout.getByText("Sales tax")).toHaveCount(0);
  expect(quotes).toEqual([]);

  await page.navigateTo("/desk/settings");
  await page.getByRole("main").getByRole("link", { name: "Sales tax" }).click();
  await expect(page.getByText("Sales tax is off")).toBeVisible();
  await expect(page.getByText(/Ask an accountant to confirm:.*Kilishi Beef Jerky/)).toBeVisible();
  await expect(page.getByLabel("Authentic African Wears and Styles")).toHaveValue(
    (await page.getByLabel("Authentic African Wears and Styles").getByText("Taxable").getAttribute("value")) ?? "",
  );

  const form = page.getByRole("form", { name: "Set rate" });
  await form.getByRole("button", { name: "Set rate" }).press("Enter");
  await expect(form.getByLabel("Rate in percent")).toBeFocused();
  await expect(form.getByText("Enter a percentage from 0 to 50")).toBeVisible();
  await page.keyboard.type("8.25");
  await page.keyboard.press("Enter");
  await expect(form.getByText("Tax rate saved. It applies to orders from that date.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Rates" })).toContainText("Taxable, 8.25 %");
  await expect(page.getByText("Sales tax is off")).toHaveCount(0);

  const exceptions = page.getByRole("list", { name: "Exceptions" });
  await exceptions.getByRole("button", { name: /^Confirm.*Kilishi Beef Jerky$/ }).click();
  await expect(page.getByText(/^Ask an accountant to confirm:/)).not.toContainText("Kilishi");
  await page.getByLabel("Delivery", { exact: true }).selectOption("Taxable");
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expectAccessible();
});

test("a tax rate set while the cart is open is shown before the order is placed", async ({ page }) => {
  await serviceClient().from("tax_rates").delete().gte("percent", 0).throwOnError();
  await enterAs(page, await newShopper());
  await openFilledCart(page, [{ name: DRESS, size: "M", quantity: 1 }]);
  const checkout = page.getByRole("form", { name: "Checkout" });
  await expect(amount(checkout, "Total")).toHaveText("$54.99");
  await setRate();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page.getByText("Your cart has changed. Check it before you continue.")).toBeVisible();
  await expect(amount(checkout, "Sales tax")).toHaveText("$4.54");
  await expect(amount(checkout, "Total")).toHaveText("$59.53");
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
});

test("the owner refunds a dress with its tax, exempts a customer, and downloads the month", async ({ page }) => {
  const [class_id, dress] = [await setRate(), await aProduct({ price: 54.99 })];
  await serviceClient().from("tax_exceptions").insert({ product_id: dress.id, class_id }).throwOnError();
  const order = await aPaidOrder(await newShopper(), [{ name: dress.name, quantity: 2 }]);
  await openAs(page, await newShopkeeper(), `/desk/orders/${order}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await expect(dialog.getByText("$54.99 each and its sales tax, 2 left to refund")).toBeVisible();
  await dialog.getByRole("textbox", { name: dress.name }).fill("1");
  await dialog.getByRole("radio", { name: "Returned" }).check();
  await dialog.getByRole("button", { name: "Refund $59.53 to card" }).click();
  await expect(page.getByText("$59.53 is being refunded.")).toBeVisible();
  await expect(page.getByText("includes $4.54 sales tax")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Succeeded" })).toHaveCount(1);

  const charity = await newShopper("Charity Kitchen");
  await page.navigateTo("/desk/settings/tax");
  const exempt = page.getByRole("form", { name: "Exempt customer" });
  await fillIn(exempt, { "Email of the account": "nobody@test.example", "Certificate number": "TX-01-339" });
  await exempt.getByRole("button", { name: "Exempt customer" }).click();
  await expect(exempt.getByText("No account has this email address.")).toBeVisible();
  await exempt.getByLabel("Email of the account").fill(charity.email);
  await exempt.getByRole("button", { name: "Exempt customer" }).click();
  await expect(exempt.getByText("This email address is not verified yet.")).toBeVisible();
  await serviceClient().auth.admin.updateUserById(charity.id, { email_confirm: true });
  await exempt.getByRole("button", { name: "Exempt customer" }).click();
  await expect(page.getByRole("list", { name: "Exempt customers" })).toContainText(
    `Charity Kitchen, ${charity.email} · certificate TX-01-339`,
  );

  await page.getByRole("link", { name: "Monthly report" }).click();
  const table = page.getByRole("region", { name: /^Sales tax of/ });
  await expect(table.getByRole("row", { name: /^Total/ })).toContainText("$109.98");
  await expectAccessible();
  const { name, text } = await page.savedFile(() => page.getByRole("button", { name: "Download as CSV" }).click());
  expect(name).toMatch(/^sales-tax-\d{4}\.csv$/);
  const lines = text.trim().split("\r\n");
  expect(lines[0]).toBe("Month,Orders,Gross,Exempt,Taxable,Tax collected,Refunded,Tax returned,Tax due");
  expect(lines.at(-1)).toMatch(/^\d{4}-\d\d,\d+,[\d.]+,[\d.]+,109\.98,9\.07,[\d.]+,4\.54,4\.53$/);
});
