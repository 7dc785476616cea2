import { expect, expectAccessible, test } from "./fixtures/shop-test.ts";
import { aPendingOrder, newShopper, openAs, serviceClient, untilStatus } from "./fixtures/test-data.ts";
import { AT_PHONE, VERDICT } from "./fixtures/widths.ts";

const WALLET = "Pay with a test wallet";

/** Enables express checkout in the settings; other tests use the card form only. */
async function offerWallets(isOffered: boolean): Promise<void> {
  await serviceClient().from("store_settings").update({ express_checkout: isOffered }).eq("id", true).throwOnError();
}

test("express checkout pays with one press once the owner enables it", { tag: [AT_PHONE, VERDICT] }, async ({
  page,
}) => {
  const ama = await newShopper();
  const orderId = await aPendingOrder(ama);
  await openAs(page, ama, `/checkout/${orderId}`);
  await expect(page.getByRole("button", { name: "Pay $12.99" })).toBeVisible();
  await expect(page.getByRole("button", { name: WALLET })).toHaveCount(0);

  await offerWallets(true);
  try {
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("button", { name: WALLET })).toBeVisible({ timeout: 3000 });
    }).toPass();
    await expect(page.getByRole("form", { name: "Card payment" }).getByLabel("Card number")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: WALLET }).press("Enter");
    await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeVisible();
    expect(await untilStatus(orderId, (status) => status !== "pending")).toBe("paid");
  } finally {
    await offerWallets(false);
  }
});
