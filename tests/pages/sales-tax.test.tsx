import { fillCart } from "#e2e/fixtures/filled-cart.ts";
import { enterAs, newShopkeeper, newShopper, serviceClient } from "#e2e/fixtures/test-data.ts";
import type { Page } from "./page-test.tsx";
import { expect, openOwnShop, test } from "./page-test.tsx";

// A separate store, because a tax rate would apply to all other tests.
openOwnShop();

const DRESS = "Caribbean Madras Plaid Dress";

/** Returns the amount next to a label such as "Sales tax". */
const amount = (part: ReturnType<Page["locator"]>, word: string) => part.locator(`dt:has-text("${word}") + dd`);

test("no tax is charged until the owner sets a rate by keyboard", async ({ page, expectAccessible }) => {
  const quotes: string[] = [];
  page.route(/quote_cart/, ({ url }) => void quotes.push(url));
  await enterAs(page, await newShopkeeper());
  await fillCart(page, [{ name: DRESS, size: "M", quantity: 1 }]);
  await page.goto("/cart");
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
  await fillCart(page, [{ name: DRESS, size: "M", quantity: 1 }]);
  await page.goto("/cart");
  const checkout = page.getByRole("form", { name: "Checkout" });
  await expect(amount(checkout, "Total")).toHaveText("$54.99");
  const { data: taxable } = await serviceClient()
    .from("tax_classes")
    .select("id")
    .eq("title", "Taxable")
    .single()
    .throwOnError();
  await serviceClient()
    .from("tax_rates")
    .insert({ class_id: taxable.id, valid_from: "2026-01-01", percent: 8.25 })
    .throwOnError();
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page.getByText("Your cart has changed. Check it before you continue.")).toBeVisible();
  await expect(amount(checkout, "Sales tax")).toHaveText("$4.54");
  await expect(amount(checkout, "Total")).toHaveText("$59.53");
  await page.getByRole("button", { name: "Proceed to Checkout" }).first().click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
});
