import { readCard } from "./card-details.ts";
import { newCharge, newPaymentIntent, sandboxId } from "./objects.ts";
import type { SandboxStore } from "./sandbox-store.ts";

/** A past payment of the demo store, which was not made through the sandbox. */
export interface PastPayment {
  paymentIntentId: string;
  orderId: string;
  description: string;
  amountCents: number;
  paidAt: Date;
}

/**
 * Adopts payments of a seeded demo store as paid by a test card, so that they can be refunded. Sends no events;
 * skips known payments.
 */
export async function adoptPayments(store: SandboxStore, payments: readonly PastPayment[]): Promise<void> {
  await store.change((changes) => {
    const inOrder = payments.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
    for (const { paymentIntentId, orderId, description, amountCents, paidAt } of inOrder) {
      if (changes.get("paymentIntents", paymentIntentId)) continue;
      const intent = {
        ...newPaymentIntent({
          amount: amountCents,
          currency: "usd",
          description,
          metadata: { order_id: orderId },
          receipt_email: null,
        }),
        id: paymentIntentId,
        created: Math.floor(paidAt.getTime() / 1000),
        client_secret: `${paymentIntentId}_secret_${sandboxId("", 25).slice(1)}`,
      };
      const { method } = readCard({ payment_method: "pm_card_visa" });
      const charge = { ...newCharge(intent, method, null), created: Math.floor(paidAt.getTime() / 1000) };
      changes.put("charges", charge);
      changes.put("paymentIntents", {
        ...intent,
        status: "succeeded",
        amount_received: amountCents,
        latest_charge: charge.id,
        payment_method: method.id,
      });
    }
  });
}
