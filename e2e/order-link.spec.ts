// Deep: a signed link opened without an account, and a modified one.
import { mailedOrderLink } from "./fixtures/account-proofs.ts";
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, nameOf, newShopkeeper, newShopper, untilStatus } from "./fixtures/test-data.ts";
import { AT_DESKTOP, AT_PHONE } from "./fixtures/widths.ts";

// Modified links and late cancellations are rejected.
test.use({ expectedRejections: ["/api/order-link"] });

test("an order email's link shows and cancels the order without a login", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  const link = await mailedOrderLink(ama.email);

  const answer = await page.request.get("/order-link");
  expect(answer.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: await nameOf(orderId) })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Red Palm Oil");
  await expect(page.getByRole("main")).toContainText("Payment received");
  await expect(page.getByRole("main")).not.toContainText(/Ama|Cypress|555-0177|1 Palm Street/);
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible();

  await page.getByRole("button", { name: "Cancel order" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(dialog).toContainText("$12.99 will be refunded to your card.");
  await dialog.getByRole("button", { name: "Cancel order" }).press("Enter");
  await expect(page.getByText("Order canceled.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await untilStatus(orderId, (status) => status === "cancelled" || status === "refunded");
});

test("a modified link shows no order, and an order in preparation cannot be canceled", {
  tag: AT_DESKTOP,
}, async ({ page }) => {
  const [ama, owner] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama);
  const link = await mailedOrderLink(ama.email);
  await page.goto(`${link.slice(0, -6)}AAAAAA`);
  await expect(page.getByText("This link is incomplete or older than 90 days.")).toBeVisible();
  await page.goto("/home");
  await page.goto(link);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await owner.client.rpc("move_order", { order_id: orderId, to_status: "preparing" }).throwOnError();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("You can no longer cancel this order.").first()).toBeVisible();
  await untilStatus(orderId, (status) => status === "preparing");
});
