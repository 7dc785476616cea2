import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import type { PushMessage } from "#app/platform/push-messages.ts";
import { inLocale, localeOf } from "#server/base/locale.ts";
import type { Called } from "#server/database/shop-data.ts";
import { eachClaimed, type JobContext } from "./job.ts";

type ClaimedMessage = Called<"claim_push_messages">[number];

const CLAIMED_AT_ONCE = 16;
const SENT_AT_ONCE = 8;

/** Sends all due push notifications. @returns the number of sent notifications */
export function sendPushMessages(work: JobContext): Promise<number> {
  return eachClaimed(
    work,
    CLAIMED_AT_ONCE,
    (max_count) => work.data.call("claim_push_messages", { max_count }),
    ({ message_id }) => `The push notification ${message_id} was not sent.`,
    (message) => sendPushMessage(work, message),
    SENT_AT_ONCE,
  );
}

async function sendPushMessage(work: JobContext, claimed: ClaimedMessage): Promise<void> {
  const { message_id, order_id, order_number, status } = claimed;
  try {
    const message = inLocale(localeOf(claimed.language), () =>
      orderPushMessage({ id: order_id, number: order_number, status: status as "ready" }),
    );
    const outcome = await work.pushes.send(claimed, message);
    await work.data.call("finalize_push_message", { message_id, outcome });
  } catch (error) {
    await work.data.call("finalize_push_message", { message_id, outcome: "failed" });
    throw error;
  }
}

/** Returns the push notification of an order's status. */
export function orderPushMessage(order: {
  id: string;
  number: number;
  status: "ready" | "out_for_delivery";
}): PushMessage {
  const { number } = order;
  const copy =
    order.status === "ready"
      ? { title: t("Order {number} is ready for pickup", { number }), body: t("Bring your order number to the store.") }
      : { title: t("Order {number} is on its way", { number }), body: t("It has left the store.") };
  return { ...copy, url: localizedPath(currentLocale(), `/orders/${order.id}`), tag: `order-${order.id}` };
}
