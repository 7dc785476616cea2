import { newShopkeeper, openAs } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("the owner reads the week's report and downloads its orders as CSV", async ({ page }) => {
  await openAs(page, await newShopkeeper(), "/desk/reports");
  await page.getByRole("navigation", { name: "Pages of Reports" }).getByRole("link", { name: "Daily report" }).click();
  const today = page.getByRole("navigation", { name: "Days" }).getByRole("link", { name: "Today" });
  await expect(today).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Seven days" }).click();
  await expect(page.getByRole("table", { name: "Sales by day" }).getByRole("row")).toHaveCount(8);
  await expectAccessible();

  const file = await page.savedFile(() => page.getByRole("button", { name: "Orders as CSV" }).click());
  expect(file.name).toMatch(/^orders-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = file.text.trim().split("\r\n");
  expect(head).toBe("Order,Paid at,Status,Pickup or delivery,Subtotal,Discount,Delivery,Sales tax,Total,Refunded");
  expect(lines.length).toBeGreaterThan(0);

  const ledgerButton = page.getByRole("button", { name: "Payments and refunds in one CSV" });
  const ledger = (await page.savedFile(() => ledgerButton.click())).text.trim().split("\r\n");
  expect(ledger[0]).toBe("Date,Order,Entry,For,Method,Payment,Amount");
  expect(ledger.length).toBeGreaterThan(lines.length);

  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await page.getByRole("button", { name: "Show days" }).press("Enter");
  await expect(page.getByText("No sales on these days.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show days" })).toBeFocused();
  await page.getByRole("button", { name: "Refunds as CSV" }).click();
  await expect(page.getByText("There is nothing to export for these days.")).toBeVisible();
  await page.getByRole("button", { name: "Payouts as CSV" }).click();
  await expect(page.getByText("No payouts reach the bank on these days.")).toBeVisible();
  await today.click();
  await expect(page.getByLabel("From")).not.toHaveValue("2020-01-01");
  await expect(page.getByLabel("To", { exact: true })).not.toHaveValue("2020-01-02");
});
