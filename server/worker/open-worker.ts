import { createOrderLinks, type OrderLinks } from "#server/base/order-links.ts";
import type { Base } from "#server/database/open-base.ts";
import type { Messages } from "#server/messages/open-messages.ts";
import { createPushSender } from "#server/messages/push-sender.ts";
import type { Payments } from "#server/payments/open-payments.ts";
import { createOrderWorker, type OrderWorker } from "./order-worker.ts";
import { readDemoPayments } from "./read-demo-payments.ts";

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
