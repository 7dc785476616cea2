// Deep: refunds that the bank returns, seen by customer and manager.
import { expect, test } from "./fixtures/shop-test.ts";
import { aPaidOrder, changeTo, enterAs, newShopkeeper, newShopper, serviceClient } from "./fixtures/test-data.ts";
import { AT_PHONE } from "./fixtures/widths.ts";

/** Lets the order's refund fail after it had succeeded: the bank returns it. */
async function failRefund(orderId: string): Promise<void> {
  const refundOf = async () => {
    const { data } = await serviceClient()
      .from("refunds")
      .select("id, provider_refund_id, status")
      .eq("order_id", orderId)
      .order("created_at", { ascending: false })
      .limit(1)
      .single()
      .throwOnError();
    return data;
  };
  await expect.poll(async () => (await refundOf()).status).toBe("succeeded");
  const { id, provider_refund_id } = await refundOf();
  const given = { refund_id: id, provider_refund_id, status: "failed", error: "lost_or_stolen_card" };
  await serviceClient().rpc("finalize_refund", given).throwOnError();
}

test("a customer sees a failed refund, and the store pays it in cash", {
  tag: AT_PHONE,
}, async ({ page, expectAccessible }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama);
  await ama.client.rpc("cancel_order", { order_id: orderId }).throwOnError();
  await enterAs(page, ama);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText("Your full payment was refunded.")).toBeVisible();
  await failRefund(orderId);

  await test.step("the customer's pages say that the refund failed", async () => {
    await page.reload();
    await expect(page.getByRole("status").getByText("We couldn't send your refund yet.")).toBeVisible();
    await expect(page.getByText("Your full payment was refunded.")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Refund failed");
    await expect(page.getByText("Failed", { exact: true })).toBeVisible();
    await expectAccessible();
    await page.goto("/auth");
    await expect(page.getByRole("article").first()).toContainText("Refund failed");
  });

  await test.step("the owner retries the refund, then pays it in cash", async () => {
    await changeTo(page, ola);
    await page.goto("/auth?status=refund_failed");
    const panel = page.getByRole("region", { name: "Alerts" });
    const alert = panel.getByRole("listitem").filter({ has: page.locator(`a[href="/desk/orders/${orderId}"]`) });
    await expect(alert).toContainText("The refund of $12.99 failed: lost_or_stolen_card");
    await expectAccessible("[aria-labelledby=alerts-title]");
    await alert.getByRole("button", { name: /^Refund in cash/ }).click();
    await expect(page.getByRole("dialog", { name: "Refund $12.99 in cash?" })).toBeVisible();
    await expectAccessible("dialog");
    await page.getByRole("button", { name: "Keep alert" }).click();
    // The new attempt fails: the payment sandbox has no record of the bank's return, so the payment is fully refunded
    // there.
    await alert.getByRole("button", { name: /^Try again/ }).click();
    await expect(page.getByText("$12.99 is being refunded to the card again.")).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(alert.getByRole("button", { name: /^Refund in cash/ })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await alert.getByRole("button", { name: /^Refund in cash/ }).click();
    await page.getByRole("button", { name: "Refund $12.99 in cash", exact: true }).click();
    await expect(page.getByText("$12.99 recorded as refunded in cash.")).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByText("Your full payment was refunded in cash.")).toBeVisible();
    await expect(page.getByText("Refunded in cash", { exact: true })).toBeVisible();
  });
});
