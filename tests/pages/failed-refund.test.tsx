import { randomInt, randomUUID } from "node:crypto";
import { vi } from "vitest";
import {
  aPaidOrder,
  aProduct,
  newShopkeeper,
  newShopper,
  openAs,
  payTwice,
  replaceSession,
  serviceClient,
} from "#e2e/fixtures/test-data.ts";
import { readRows } from "#tests/requests.ts";
import { expect, expectAccessible, type Page, step, test, waitFor } from "./page-test.tsx";

test("a manager refunds a payment whose order does not exist, from its alert", async ({ page }) => {
  const amount = `${randomInt(300, 999)}.${randomInt(10, 99)}`;
  await payTwice(randomUUID(), Math.round(Number(amount) * 100));
  await openAs(page, await newShopkeeper(), "/auth");
  const panel = page.getByRole("region", { name: "Alerts" });
  const alert = panel.getByRole("listitem").filter({ hasText: `of ${amount} USD matches no order.` });
  await waitFor(async () => {
    await page.reload();
    await expect(alert).toBeVisible();
  });
  await expectAccessible("[aria-labelledby=alerts-title]");
  await alert.getByRole("button", { name: new RegExp(`^Refund \\$${amount} to card`) }).click();
  await expect(page.getByText(`$${amount} is being refunded to the card.`)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect
    .poll(async () =>
      readRows(serviceClient(), "payments", "refunded_cents", {
        purpose: "unknown_order",
        amount_cents: Math.round(Number(amount) * 100),
      }),
    )
    .toEqual([{ refunded_cents: Math.round(Number(amount) * 100) }]);
});

/** Returns the order's latest refund. */
async function refundOf(orderId: string) {
  const { data } = await serviceClient()
    .from("refunds")
    .select("id, provider_refund_id, status")
    .eq("order_id", orderId)
    .order("created_at", { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  return data;
}

/** Lets the worker send the order's refund, and waits for the result. */
async function untilRefund({ shop }: Page, orderId: string, status: string): Promise<void> {
  shop.worker.wake(["refunds"]);
  await expect.poll(async () => (await refundOf(orderId)).status).toBe(status);
}

/** Lets the order's refund fail after it had succeeded: the bank returns it. */
async function failRefund(page: Page, orderId: string): Promise<void> {
  await untilRefund(page, orderId, "succeeded");
  const { id, provider_refund_id } = await refundOf(orderId);
  const given = { refund_id: id, provider_refund_id, status: "failed", error: "lost_or_stolen_card" };
  await serviceClient().rpc("finalize_refund", given).throwOnError();
}

test("a customer sees a failed refund, and the store pays it in cash", async ({ page }) => {
  const [ama, ola] = await Promise.all([newShopper(), newShopkeeper()]);
  const orderId = await aPaidOrder(ama);
  await ama.client.rpc("cancel_order", { order_id: orderId }).throwOnError();
  await openAs(page, ama, `/orders/${orderId}`);
  await expect(page.getByText("Your full payment was refunded.")).toBeVisible();
  await failRefund(page, orderId);

  await step("the customer's pages print that the refund failed", async () => {
    await page.reload();
    await expect(page.getByRole("status").getByText("We couldn't send your refund yet.")).toBeVisible();
    await expect(page.getByText("Your full payment was refunded.")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Refund failed");
    await expect(page.getByText("Failed", { exact: true })).toBeVisible();
    await expectAccessible();
    await page.goto("/auth");
    await expect(page.getByRole("article").first()).toContainText("Refund failed");
  });

  await step("the owner retries the refund, then pays it in cash", async () => {
    await replaceSession(page, ola);
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
    await untilRefund(page, orderId, "failed");
    await page.reload();
    await alert.getByRole("button", { name: /^Refund in cash/ }).click();
    await page.getByRole("button", { name: "Refund $12.99 in cash", exact: true }).click();
    await expect(page.getByText("$12.99 recorded as refunded in cash.")).toBeVisible();
    await expect(alert).toHaveCount(0);
    await page.goto(`/orders/${orderId}`);
    await expect(page.getByText("Your full payment was refunded in cash.")).toBeVisible();
    await expect(page.getByText("Refunded in cash", { exact: true })).toBeVisible();
  });
});

test("after a lost response, a changed refund is rejected with the recorded amount", async ({ page }) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const yam = await aProduct({ price: 10 });
  const order = await aPaidOrder(await newShopper(), [{ name: yam.name, quantity: 3 }]);
  await openAs(page, await newShopkeeper(), `/desk/orders/${order}`);
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await dialog.getByRole("radio", { name: "An amount" }).check();
  await dialog.getByLabel("Amount in dollars").fill("5");
  page.route(/rpc\/request_refund/, async (request) => {
    await page.shop.app.fetch(request);
    return Response.json({ code: "XX000", message: "The answer was lost." }, { status: 500 });
  });
  await dialog.getByRole("button", { name: "Refund $5.00 to card" }).click();
  await expect(dialog.getByText("We couldn't reach the store. Try again.")).toBeVisible();
  logged.mockClear();
  page.unrouteAll();
  await dialog.getByRole("radio", { name: "Everything not refunded yet" }).check();
  await dialog.getByRole("button", { name: "Refund $25.00 to card" }).click();
  await expect(dialog.getByText("This was already recorded, as $5.00.")).toBeVisible();
  await dialog.getByRole("radio", { name: "An amount" }).check();
  await dialog.getByRole("button", { name: "Refund $5.00 to card" }).click();
  await expect(page.getByText("$5.00 is being refunded.")).toBeVisible();
  expect(await readRows(serviceClient(), "refunds", "amount_cents", { order_id: order })).toEqual([
    { amount_cents: 500 },
  ]);
});
