import { t } from "#app/messages/t.ts";
import { dollars, inSentence, type Values } from "./audit-words.ts";

/** Returns the sentence of a sale, payment, or drawer at the till. */
export function counterSentence(subject: string, before: Values | null, after: Values): string {
  const order = inSentence(subject);
  if (before !== null && "total" in after) {
    return t("changed the total of {order} from {before} to {after} before the payment", {
      order,
      before: dollars(before["total"]),
      after: dollars(after["total"]),
    });
  }
  if ("made_at_the_counter" in after) {
    return t("took {order} at the counter for {sum}", { order, sum: dollars(after["made_at_the_counter"]) });
  }
  if ("paid" in after) {
    return t("recorded a payment of {sum} {tender} for {order}", {
      sum: dollars(after["paid"]),
      tender: tenderText(after["method"]),
      order,
    });
  }
  if ("given_back" in after) {
    return t("refunded {sum} {tender} for {order}", {
      sum: dollars(after["given_back"]),
      tender: tenderText(after["method"]),
      order,
    });
  }
  if ("price" in after) {
    return t("lowered a price in {order} to {price}: {reason}", {
      order,
      price: dollars(after["price"]),
      reason: String(after["reason"]),
    });
  }
  if ("counted" in after) {
    return t("counted {counted} in {drawer}, {expected} expected", {
      drawer: order,
      counted: dollars(after["counted"]),
      expected: dollars(after["expected"]),
    });
  }
  if ("pay_link" in after) return payLinkSentence(after["pay_link"], order);
  return t("changed {order} at the counter", { order });
}

function payLinkSentence(way: unknown, order: string): string {
  switch (way) {
    case "mail":
      return t("emailed a payment link for {order}", { order });
    case "text":
      return t("texted a payment link for {order}", { order });
    case "copy":
      return t("copied a payment link for {order}", { order });
    default:
      return t("sent a payment link for {order}", { order });
  }
}

function tenderText(method: unknown): string {
  if (method === "store_ebt") return t("by SNAP EBT");
  return method === "store_cash" ? t("in cash") : t("by card in the store");
}
