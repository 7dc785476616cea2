import { randomInt, randomUUID } from "node:crypto";
import { enterAs, newShopkeeper, payTwice, serviceClient } from "#e2e/fixtures/test-data.ts";
import { expect, test, waitFor } from "./page-test.tsx";

test("a manager refunds a payment whose order does not exist, from its alert", async ({ page, expectAccessible }) => {
  const amount = `${randomInt(300, 999)}.${randomInt(10, 99)}`;
  await payTwice(randomUUID(), Math.round(Number(amount) * 100));
  await enterAs(page, await newShopkeeper());
  await page.goto("/auth");
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
    .poll(async () => {
      const { data } = await serviceClient()
        .from("payments")
        .select("refunded_cents")
        .eq("purpose", "unknown_order")
        .eq("amount_cents", Math.round(Number(amount) * 100))
        .throwOnError();
      return data;
    })
    .toEqual([{ refunded_cents: Math.round(Number(amount) * 100) }]);
});
