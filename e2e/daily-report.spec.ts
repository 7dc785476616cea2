import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures/shop-test.ts";
import { enterAs, newShopkeeper } from "./fixtures/test-data.ts";
import { AT_DESKTOP } from "./fixtures/widths.ts";

test("the owner reads the week's report and downloads its orders as CSV", { tag: AT_DESKTOP }, async ({
  page,
  expectAccessible,
}) => {
  await enterAs(page, await newShopkeeper());
  await page.goto("/auth");
  await page.getByRole("link", { name: "Daily report" }).click();
  const today = page.getByRole("navigation", { name: "Days" }).getByRole("link", { name: "Today" });
  await expect(today).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Seven days" }).click();
  const chart = page.getByRole("table", { name: "Sales by day" });
  await expect(chart.getByRole("row")).toHaveCount(8);
  await expectAccessible();

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Orders as CSV" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(head).toBe("Order,Paid at,Status,Pickup or delivery,Subtotal,Discount,Delivery,Sales tax,Total,Refunded");
  expect(lines.length).toBeGreaterThan(0);

  const ledgerComing = page.waitForEvent("download");
  await page.getByRole("button", { name: "Payments and refunds in one CSV" }).click();
  const ledger = readFileSync(await (await ledgerComing).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(ledger[0]).toBe("Date,Order,Entry,For,Method,Payment,Amount");
  expect(ledger.length).toBeGreaterThan(lines.length);

  // The days of the demo's older orders, the first of which is already paid out to the bank.
  await page.getByLabel("From").fill(dayOf(-14));
  await page.getByRole("button", { name: "Show days" }).click();
  await expect(page).toHaveURL(new RegExp(`from=${dayOf(-14)}`));
  const payingOut = page.waitForEvent("download");
  await page.getByRole("button", { name: "Payouts as CSV" }).press("Enter");
  const payouts = await payingOut;
  expect(payouts.suggestedFilename()).toMatch(/^payouts-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  const [titles, first] = readFileSync(await payouts.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(titles).toBe("Payout,Arrives on,Status,Currency,Kind,Made at,Order,Payment,Refund,Amount,Fee,Net,Transaction");
  expect(first).toMatch(/^po_sandbox\d{8},\d{4}-\d\d-\d\d,paid,USD,charge,[^,]+,\d+,pi_demo_\w+,,\d+\.\d\d,/);

  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await page.getByRole("button", { name: "Show days" }).press("Enter");
  await expect(page.getByText("No sales on these days.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show days" })).toBeFocused();
  await page.getByRole("button", { name: "Refunds as CSV" }).click();
  await expect(page.getByText("No refunds on these days.")).toBeVisible();
  await page.getByRole("button", { name: "Payouts as CSV" }).click();
  await expect(page.getByText("No payouts reach the bank on these days.")).toBeVisible();
  await today.click();
  await expect(page.getByLabel("From")).not.toHaveValue("2020-01-01");
  await expect(page.getByLabel("To", { exact: true })).not.toHaveValue("2020-01-02");
});

function dayOf(daysFromNow: number): string {
  return new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
}
