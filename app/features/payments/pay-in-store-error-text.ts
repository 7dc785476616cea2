import { t } from "#app/messages/t.ts";

/**
 * Returns why a customer may not pay an order in the store.
 * @param error code of `private.pay_in_store_error`, with its amount in dollars after a space, or another error's message
 */
export function payInStoreErrorText(error: string): string {
  const [code = "", amount = ""] = error.split(" ");
  const texts: Readonly<Record<string, string>> = {
    turned_off: t("You can't pay in the store right now."),
    changed: t("This order can't be paid in the store anymore."),
    not_pickup: t("Only pickup orders can be paid in the store."),
    no_time: t("Choose a pickup time to pay in the store."),
    above_limit: t("Orders over {amount} are paid by card.", { amount: `$${amount}` }),
    first_order: t("You can pay in the store once you have completed an order."),
    not_picked_up: t("Earlier orders were not picked up, so this one is paid by card."),
    often_canceled: t("You canceled three orders to pay in the store this week. Pay this one by card."),
    other_order: t("You already have an order to pay in the store. Pay this one by card."),
    unverified: t("Confirm your email address or phone number to pay in the store."),
  };
  return texts[code] ?? error;
}
