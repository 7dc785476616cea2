import { t } from "#app/messages/t.ts";

/**
 * Returns why a customer may not pay an order in the store.
 * @param error code of `private.pay_in_store_error`, with its amount in dollars after a space, or another error's message
 */
export function payInStoreErrorText(error: string): string {
  const [code, amount = ""] = error.split(" ");
  switch (code) {
    case "turned_off":
      return t("You can't pay in the store right now.");
    case "changed":
      return t("This order can't be paid in the store anymore.");
    case "not_pickup":
      return t("Only pickup orders can be paid in the store.");
    case "no_time":
      return t("Choose a pickup time to pay in the store.");
    case "above_limit":
      return t("Orders over {amount} are paid by card.", { amount: `$${amount}` });
    case "first_order":
      return t("You can pay in the store once you have completed an order.");
    case "not_picked_up":
      return t("Earlier orders were not picked up, so this one is paid by card.");
    case "often_canceled":
      return t("You canceled three orders to pay in the store this week. Pay this one by card.");
    case "other_order":
      return t("You already have an order to pay in the store. Pay this one by card.");
    case "unverified":
      return t("Confirm your email address or phone number to pay in the store.");
    default:
      return error;
  }
}
