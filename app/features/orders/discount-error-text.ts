import { t } from "#app/messages/t.ts";

/**
 * Returns why a discount code gives no discount.
 * @param error code of `private.discount_error`, with its amount in dollars after a space; null if there is none
 */
export function discountErrorText(error: string | null): string | null {
  const [code = "", amount = ""] = error?.split(" ") ?? [];
  const texts: Readonly<Record<string, string>> = {
    not_started: t("This code is not valid yet."),
    ended: t("This code is no longer valid."),
    used_up: t("This code has reached its limit."),
    already_used: t("You have already used this code."),
    below_minimum: t("This code requires an order of {amount} or more.", { amount: `$${amount}` }),
    other_products: t("This code is for other products."),
  };
  return texts[code] ?? error;
}
