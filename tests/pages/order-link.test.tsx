import { mailedOrderLink } from "#e2e/fixtures/account-proofs.ts";
import { aPaidOrder, nameOf, newShopkeeper, newShopper, untilStatus } from "#e2e/fixtures/test-data.ts";
import { expect, expectAccessible, test } from "./page-test.tsx";

test("an order email's link shows and cancels the order without a login", async ({ page }) => {
  const ama = await newShopper();
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  await page.goto(await mailedOrderLink(ama.email));
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { name: await nameOf(orderId) })).toBeVisible();
  await expect(main).toContainText("Red Palm Oil");
  await expect(main).toContainText("Payment received");
  await expect(main).not.toContainText(/Ama|Cypress|555-0177|1 Palm Street/);
  await expectAccessible();
  await page.getByRole("button", { name: "Cancel order" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cancel this order?" });
  await expect(dialog).toContainText("$12.99 will be refunded to your card.");
  await dialog.getByRole("button", { name: "Cancel order" }).press("Enter");
  await expect(page.getByText("Order canceled.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
  await untilStatus(orderId, (status) => status === "cancelled" || status === "refunded");
});

test("a modified link shows no order, and an order in preparation cannot be canceled", async ({ page }) => {
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

test("another link opened in the same tab shows the order of that link", async ({ page }) => {
  const ama = await newShopper();
  const first = await nameOf(await aPaidOrder(ama));
  await page.goto(await mailedOrderLink(ama.email));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first);
  const second = await nameOf(await aPaidOrder(ama));
  await page.navigateTo(await mailedOrderLink(ama.email));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(second);

  page.route(/\/api\/pay-link$/, async (request) => {
    const { token } = (await request.json()) as { token: string };
    return Response.json({ error: `No order has the link ${token}.` }, { status: 404 });
  });
  await page.goto("/pay#first");
  await expect(page.getByText("No order has the link first.")).toBeVisible();
  await page.navigateTo("/pay#second");
  await expect(page.getByText("No order has the link second.")).toBeVisible();
});

test("the link of an order's email leads to the payment of a delivery fee", async ({ page }) => {
  const [ama, owner] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama, undefined, "delivery");
  await owner.client.rpc("set_delivery_fee", { order_id: orderId, amount: 12.5 }).throwOnError();
  await page.goto(await mailedOrderLink(ama.email));
  const pay = page.getByRole("region", { name: "Delivery fee of $12.50 to pay" }).getByRole("link");
  await expect(pay).toHaveAttribute("href", `/checkout/${orderId}/delivery-fee`);
});
