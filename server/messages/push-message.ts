import type { PushMessage } from "#app/values/push-message.ts";

const COPY = {
  ready: ["is ready for pickup", "Bring your order number to the store."],
  out_for_delivery: ["is on its way", "It has left the store."],
} as const;

/** Returns the push notification of an order's status. */
export function orderPushMessage(order: {
  id: string;
  number: number;
  status: "ready" | "out_for_delivery";
}): PushMessage {
  const [happened, body] = COPY[order.status];
  return { title: `Order ${order.number} ${happened}`, body, url: `/orders/${order.id}`, tag: `order-${order.id}` };
}
