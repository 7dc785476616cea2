import { mailedOrderLink } from "#e2e/fixtures/account-proofs.ts";
import { aPaidOrder, newShopkeeper, newShopper, untilStatus } from "#e2e/fixtures/test-data.ts";
import { expect, test } from "./page-test.tsx";

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
