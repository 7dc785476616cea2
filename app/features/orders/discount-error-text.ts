import { t } from "#app/messages/t.ts";

/**
 * Returns why a discount code gives no discount.
 * @param error code of `private.discount_error`, with its amount in dollars after a space; null if there is none
 */
export function discountErrorText(error: string | null): string | null {
  const [code, amount = ""] = error?.split(" ") ?? [];
  switch (code) {
    case "not_started":
      return t("This code is not valid yet.");
    case "ended":
      return t("This code is no longer valid.");
    case "used_up":
      return t("This code has reached its limit.");
    case "already_used":
      return t("You have already used this code.");
    case "below_minimum":
      return t("This code requires an order of {amount} or more.", { amount: `$${amount}` });
    case "other_products":
      return t("This code is for other products.");
    default:
      return error;
  }
}
