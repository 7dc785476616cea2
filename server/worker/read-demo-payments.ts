import type { PastPayment } from "@calabash/stripe-sandbox";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import { paymentDescription } from "#server/payments/payment-description.ts";

/** Returns the payments of the seeded demo orders, which the sandbox does not have yet. */
export async function readDemoPayments(data: ShopData): Promise<PastPayment[]> {
  const { data: rows } = await data.service
    .from("payments")
    .select("payment_intent_id, order_id, amount_cents, received_at")
    .like("payment_intent_id", "pi_demo_*")
    .throwOnError();
  const { name } = await lastKnownStoreSettings(data);
  return rows.flatMap(({ payment_intent_id, order_id, amount_cents, received_at }) =>
    order_id === null
      ? []
      : {
          paymentIntentId: payment_intent_id,
          orderId: order_id,
          description: paymentDescription(name, order_id),
          amountCents: amount_cents,
          paidAt: new Date(received_at),
        },
  );
}
