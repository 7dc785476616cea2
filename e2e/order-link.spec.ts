// Deep: a signed link opened without an account.
import { mailedOrderLink } from "./fixtures/account-proofs.ts";
import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, nameOf, newShopper, untilStatus } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

test("an order email's link shows and cancels the order without a login", { tag: AT_PHONE }, async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  const link = await mailedOrderLink(ama.email);

  const response = await page.request.get("/order-link");
  expect(response.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: await nameOf(orderId) })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Red Palm Oil");
  await expect(page.getByRole("main")).toContainText("Payment received");
  await expect(page.getByRole("main")).not.toContainText(/Ama|Cypress|555-0177|1 Palm Street/);
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Cancel order" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(dialog).toContainText("$12.99 will be refunded to your card.");
  await dialog.getByRole("button", { name: "Cancel order" }).press("Enter");
  await expect(page.getByText("Order canceled.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await untilStatus(orderId, (status) => status === "cancelled" || status === "refunded");
});
