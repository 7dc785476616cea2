import { currentLocale } from "#app/messages/current-locale.ts";
import { localizedPath } from "#app/messages/locales.ts";
import { t } from "#app/messages/t.ts";
import type { PushMessage } from "#app/values/push-message.ts";

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
