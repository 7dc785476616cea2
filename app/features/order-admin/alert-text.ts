import { t } from "#app/messages/t.ts";
import { windowText } from "#app/values/window-text.ts";
import type { ShopAlert } from "./shop-alerts.ts";
import { storedReason } from "./stored-reason.ts";

/**
 * Returns the sentence of an alert in the current language. An alert without facts, or of an unknown kind, is shown as
 * stored.
 * @param timeZone the store's
 */
export function alertText(
  { kind, message, facts }: { kind: string } & Pick<ShopAlert, "message" | "facts">,
  timeZone: string,
): string {
  if (!facts) return message;
  const fact = (name: string) => String(facts[name] ?? "");
  const paid = fact("amount");
  const amount = `$${paid}`;
  const reason = storedReason(fact("reason"));
  const [payment, currency, number] = [fact("payment"), fact("currency"), fact("number")];
  switch (kind) {
    case "amount_mismatch":
      return facts["fee"] === undefined
        ? t("Payment {payment} was {paid} {currency}, but the order total is {total} USD. The order is not paid.", {
            payment,
            paid,
            currency,
            total: fact("total"),
          })
        : t(
            "Payment {payment} was {paid} {currency}, but the delivery fee was {fee} USD. The fee is not paid. Request it again.",
            { payment, paid, currency, fee: fact("fee") },
          );
    case "unknown_order":
      return t("Payment {payment} of {paid} {currency} matches no order.", { payment, paid, currency });
    case "payment_disputed":
      return facts["lost"] === undefined
        ? t(
            "The customer's bank disputes the payment of {amount} ({reason}). Don't hand over the order until you mark this as done, or the dispute is closed. Answer it in the payment provider's dashboard.",
            { amount, reason },
          )
        : t("The store lost the dispute: the customer's bank took back {lost}. Don't hand over the order.", {
            lost: `$${fact("lost")}`,
          });
    case "hold_lost":
      return t("The hold of {amount} on the customer's card ended before it was captured. Nothing was charged.", {
        amount,
      });
    case "capture_stuck":
      return t("The hold of {amount} on the customer's card could not be captured eight times: {reason}", {
        amount,
        reason,
      });
    case "refund_failed":
      return t("The refund of {amount} failed: {reason}", { amount, reason });
    case "refund_stuck":
      return t("A refund of {amount} failed eight times: {reason}", { amount, reason });
    case "mail_dead":
      return t("An email to {recipient} failed eight times: {reason}", { recipient: fact("recipient"), reason });
    case "text_dead":
      return t("A text about order {number} failed: {reason}", { number, reason });
    case "text_received":
      return t("Text from {phone}: {text}", { phone: fact("phone"), text: fact("text") });
    case "texts_limited":
      return t("The daily limit of order texts was reached. Customers get emails only until tomorrow.");
    case "not_delivered":
      return t("Order {number} was not delivered: nobody was home. Call the customer.", { number });
    case "window_overfull":
      return t(
        "The order was paid after its time was released: {time} has one order too many, or has started. The customer was promised this time.",
        { time: windowText({ startsAt: fact("starts_at"), endsAt: fact("ends_at") }, timeZone) },
      );
    case "database_restarted":
      return t(
        "The database had ended by itself and was started again. Its log, postgres.log in the data folder, says why.",
      );
    case "codes_limited":
      return t("The daily limit of login codes by text was reached. Until tomorrow, customers need email.");
    case "reconcile_failed":
      return t(
        "{count, plural, one {# payment event could not be applied. We will retry it.} other {# payment events could not be applied. We will retry them.}}",
        { count: Number(facts["count"]) },
      );
    default:
      return message;
  }
}
