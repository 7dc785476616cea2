import type { PastPayment } from "@calabash/stripe-sandbox";
import { createOrderLinks, type OrderLinks } from "#server/base/order-links.ts";
import type { Base } from "#server/database/open-base.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { lastKnownStoreSettings } from "#server/database/store-settings.ts";
import type { Messages } from "#server/messages/open-messages.ts";
import { createPushSender } from "#server/messages/push-sender.ts";
import type { Payments } from "#server/payments/open-payments.ts";
import { paymentDescription } from "#server/payments/payment-description.ts";
import { createOrderWorker, type OrderWorker } from "./order-worker.ts";

export interface OpenWorker {
  worker: OrderWorker;
  /** Links in emails that open an order without an account. */
  orderLinks: OrderLinks;
  /** Starts the jobs and the sandbox's pending deliveries. Call it once the webhook responds. */
  start(): Promise<void>;
}

/** Creates the worker, which runs nothing before `start`. */
export function openWorker(
  base: Base,
  payments: Payments,
  messages: Pick<Messages, "mailer" | "texts" | "orderTexts">,
): OpenWorker {
  const { environment, data, running } = base;
  const orderLinks = createOrderLinks((environment.supabase ?? base.keys).serviceRoleKey);
  const worker = createOrderWorker({
    data,
    payments: payments.provider,
    orderLinks,
    mailer: messages.mailer,
    texts: messages.texts,
    orderTexts: messages.orderTexts,
    pushes: createPushSender({ ...base.keys.pushKeys, publicOrigin: environment.publicOrigin }),
    publicOrigin: environment.publicOrigin,
    logError: base.logErrorOf("worker"),
  });
  running.add(() => worker.stop());
  return {
    worker,
    orderLinks,
    start: async () => {
      await payments.sandbox?.adopt(await readDemoPayments(data));
      payments.sandbox?.deliverPending();
      await data
        .call("record_text_channels", { channels: Object.keys(messages.orderTexts) })
        .catch(base.logErrorOf("worker"));
      worker.start();
    },
  };
}

/** Returns the payments of the seeded demo orders, which the sandbox does not have yet. */
async function readDemoPayments(data: ShopData): Promise<PastPayment[]> {
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
