// Deep: a fee paid in the payment frame while staff watch.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, typeCard } from "./fixtures/shop-test.ts";
import { aPaidOrder, aProduct, newShopkeeper, newShopper, openAs } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

const desk = (page: Page) => page.getByRole("main");
const feeSection = (page: Page) => page.getByRole("region", { name: /^Delivery fee of/ });
const row = (page: Page, name: string) =>
  page.getByRole("main").getByRole("term").filter({ hasText: name }).first().locator("..");

test("staff request a separate delivery fee, the customer pays it, and both see the payment", {
  tag: AT_PHONE,
}, async ({ page, browser }) => {
  test.slow();
  const [ama, ola, yam] = await Promise.all([newShopper(), newShopkeeper(), aProduct({ price: 10 })]);
  const orderId = await aPaidOrder(ama, [{ name: yam.name, quantity: 2 }], "delivery");

  await openAs(page, ola, `/desk?order=${orderId}`);
  await expect(page.getByText("Delivery fee not agreed")).toBeVisible();
  await page.getByRole("link", { name: "Order page" }).click();
  const fee = desk(page).getByLabel("Delivery fee in dollars");
  await fee.fill("0.20");
  await desk(page).getByRole("button", { name: "Request fee" }).click();
  await expect(desk(page).getByText("Enter $0.50 to $1,000.00, or make delivery free.")).toBeVisible();
  await fee.fill("7.50");
  await desk(page).getByRole("button", { name: "Request fee" }).click();
  await expect(desk(page).getByRole("heading", { name: "Delivery fee $7.50 not paid yet" })).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const hers = await context.newPage();
  await openAs(hers, ama, `/orders/${orderId}`);
  await expect(row(hers, "Delivery")).toContainText("$7.50, to be paid");
  await feeSection(hers).getByRole("link", { name: "Pay $7.50" }).click();
  await expect(hers.getByRole("heading", { level: 1, name: "Delivery fee" })).toBeVisible();
  await typeCard(hers, "4242424242424242");
  await hers.getByRole("button", { name: "Pay $7.50" }).click();
  await expect(hers.getByText(/^Thank you\. The delivery fee of order \d+ is paid\.$/)).toBeVisible();
  await hers.getByRole("link", { name: "Back to order" }).click();
  await expect(row(hers, "Total")).toContainText("$27.50");
  await expect(row(hers, "Paid")).toContainText("$27.50");
  await expect(feeSection(hers)).toBeHidden();
  await context.close();

  await page.goto(`/desk?order=${orderId}`);
  await expect(page.getByText("Delivery fee $7.50 paid")).toBeVisible();
});
