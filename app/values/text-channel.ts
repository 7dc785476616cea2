/** How a text message about an order is sent. */
export type TextChannel = "sms" | "whatsapp";

/** Event that a text message about an order reports. */
export type OrderTextKind = "received" | "ready" | "on_its_way" | "delay" | "pay_link" | "refund" | "substitution";

export const ORDER_TEXT_KINDS: readonly OrderTextKind[] = [
  "received",
  "ready",
  "on_its_way",
  "delay",
  "pay_link",
  "refund",
  "substitution",
];

export function isTextChannel(value: unknown): value is TextChannel {
  return value === "sms" || value === "whatsapp";
}
