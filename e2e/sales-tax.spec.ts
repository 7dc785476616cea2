// Deep: tax from the cart through the payment frame to the receipt and the report.
import { readFileSync, rmSync } from "node:fs";
import { findFreePort } from "@calabash/data-service/database";
import type { Page } from "@playwright/test";
import { newShopDataDir } from "#scripts/test-environment/prepared-shop.ts";
import { type ShopProcess, startShopProcess, stopShopProcess } from "#scripts/test-environment/shop-process.ts";
import { fillCart } from "./fixtures/filled-cart.ts";
import { navigateTo } from "./fixtures/navigate.ts";
import { saveShopLocation, shopDataDir, shopOrigin } from "./fixtures/shop-place.ts";
import { expect, fillBilling, test, typeCard } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper, newShopper, serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

/** A separate store, because a tax rate would apply to all other tests. */
let shop: ShopProcess;

let dataDir: string;

let others: { origin: string; dataDir: string };

test.describe.configure({ mode: "serial" });

// The database rejects outdated totals and unknown email addresses.
test.use({ expectedRejections: ["place_order", "set_tax_exemption"] });

test.beforeAll(async () => {
  const port = await findFreePort();
  dataDir = newShopDataDir();
  shop = await startShopProcess({ PORT: String(port), DATA_DIR: dataDir });
  expect(shop.origin, shop.output()).not.toBeNull();
  others = { origin: shopOrigin(), dataDir: shopDataDir() };
  saveShopLocation({ origin: `http://localhost:${port}`, dataDir });
  const server = serviceClient();
  const { data } = await server.from("tax_classes").select("id").eq("title", "Taxable").single().throwOnError();
  const rate = { class_id: data.id, valid_from: "2026-01-01", percent: 8.25 };
  await server.from("tax_rates").insert(rate).throwOnError();
});

test.afterAll(async () => {
  saveShopLocation(others);
  await stopShopProcess(shop);
  rmSync(dataDir, { recursive: true, force: true });
});

const DRESS = "Caribbean Madras Plaid Dress";

const FOOD = "Yam Flour (Elubo) for Amala";

/** Returns the amount next to a label such as "Sales tax". */
const amount = (part: ReturnType<Page["locator"]>, word: string | RegExp) =>
  part.getByRole("term").filter({ hasText: word }).locator("xpath=following-sibling::dd[1]");

/** Adds the dress on its product page. */
async function addDress(page: Page): Promise<void> {
  const { data } = await serviceClient()
    .from("products")
    .select("id, category")
    .eq("name", DRESS)
    .single()
    .throwOnError();
  await navigateTo(page, `/products/${data.category}/${data.id}`);
  await page.getByRole("radio", { name: "M", exact: true }).check();
  await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Item added to cart").first()).toBeVisible();
}

test("a dress is taxed and food is not, from the cart to the receipt", { tag: AT_PHONE }, async ({
  page,
  expectAccessible,
}) => {
  test.slow();
  const ama = await newShopper();
  await enterAs(page, ama);
  await fillCart(page, [{ name: FOOD, quantity: 1 }]);
  await page.goto("/cart");
  const checkout = page.getByRole("form", { name: "Checkout" });
  await expect(amount(checkout, /^Total/)).toHaveText("$15.99");
  await expect(checkout.getByText("Sales tax")).toHaveCount(0);
  await addDress(page);
  await navigateTo(page, "/cart");
  await expect(amount(checkout, "Sales tax")).toHaveText("$4.54");
  await expect(amount(checkout, /^Items/)).toHaveText("$70.98");
  await expect(amount(checkout, /^Total/)).toHaveText("$75.52");
  await expectAccessible("form[aria-label=Checkout]");
  await page.getByRole("article", { name: DRESS }).getByRole("button", { name: "One more" }).click();
  await expect(amount(checkout, "Sales tax")).toHaveText("$9.07");
  await expect(amount(checkout, /^Total/)).toHaveText("$135.04");

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(/\/shippingInformation\//);
  const summary = page.getByRole("region", { name: "Order summary" });
  const toggle = summary.getByRole("button", { name: /Show order summary/ });
  await expect(summary).toBeVisible();
  await toggle.click();
  await expect(amount(summary, "Sales tax")).toHaveText("$9.07");
  await expect(amount(summary, "Total")).toHaveText("$135.04");
  await expectAccessible('section[aria-label="Order summary"]');
  await fillBilling(page);
  await typeCard(page, "4242424242424242");
  await page.getByRole("button", { name: "Pay $135.04" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
  await expect(amount(page.getByRole("main"), "Sales tax")).toHaveText("$9.07");

  const { data: order } = await ama.client.from("orders").select("id, total").single().throwOnError();
  expect(order.total).toBe(135.04);
  await navigateTo(page, `/orders/${order.id}`);
  await expect(amount(page.getByRole("main"), "Sales tax").first()).toHaveText("$9.07");
  await page.emulateMedia({ media: "print" });
  const receipt = page.getByRole("article", { name: "Receipt" });
  await expect(receipt.getByRole("row", { name: "Sales tax $9.07" })).toBeVisible();
  await page.emulateMedia({ media: null });
});

test("the owner refunds a dress with its tax, exempts a customer, and downloads the month", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  test.slow();
  await enterAs(page, await newShopkeeper());
  const { data: order } = await serviceClient()
    .from("orders")
    .select("id")
    .eq("status", "paid")
    .eq("total", 135.04)
    .single()
    .throwOnError();
  await page.goto(`/orders/${order.id}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await expect(dialog.getByText("$54.99 each and its sales tax, 2 left to refund")).toBeVisible();
  await dialog.getByRole("textbox", { name: DRESS }).fill("1");
  await dialog.getByRole("radio", { name: "Returned" }).check();
  await dialog.getByRole("button", { name: "Refund $59.53 to card" }).click();
  await expect(page.getByText("$59.53 is being refunded.")).toBeVisible();
  await expect(page.getByText("includes $4.54 sales tax")).toBeVisible();

  const charity = await newShopper("Charity Kitchen");
  await navigateTo(page, "/desk/settings/tax");
  const exempt = page.getByRole("form", { name: "Exempt customer" });
  await exempt.getByLabel("Email of the account").fill("nobody@test.example");
  await exempt.getByLabel("Certificate number").fill("TX-01-339");
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
  const { data: quote } = await charity.client
    .rpc("quote_cart", { items: [{ product_id: 1, quantity: 1 }] })
    .throwOnError();
  expect(quote.tax).toBe(0);

  await expect
    .poll(async () => {
      const { data } = await serviceClient().from("refunds").select("status").eq("order_id", order.id).single();
      return data?.status;
    })
    .toBe("succeeded");
  await page.getByRole("link", { name: "Monthly report" }).click();
  const table = page.getByRole("region", { name: /^Sales tax of/ });
  const together = table.getByRole("row", { name: /^Total/ });
  // The demo's earlier orders have no tax.
  const money = /^\$[\d,]+\.\d\d$/;
  await expect(together.getByRole("cell")).toHaveText([
    /^\d+$/,
    money,
    money,
    "$109.98",
    "$9.07",
    money,
    "$4.54",
    "$4.53",
  ]);
  await expectAccessible();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).press("Enter");
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^sales-tax-\d{4}\.csv$/);
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(lines[0]).toBe("\uFEFFMonth,Orders,Gross,Exempt,Taxable,Tax collected,Refunded,Tax returned,Tax due");
  expect(lines.at(-1)).toMatch(/^\d{4}-\d\d,\d+,[\d.]+,[\d.]+,109\.98,9\.07,[\d.]+,4\.54,4\.53$/);

  await page.getByLabel("Year", { exact: true }).selectOption({ index: 3 });
  await expect(page.getByText(/^No sales in \d{4}\.$/)).toBeVisible();
});
