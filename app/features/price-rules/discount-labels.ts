import { categories } from "#app/features/catalogue/categories.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { DiscountCode } from "./discount-queries.ts";

/**
 * Returns a summary such as "10 % off products from $30.00, Condiments only, once per customer, until Dec 25, 2026,
 * 12:00 AM".
 */
export function discountText(discount: DiscountCode, timeZone: string): string {
  const { percent, amount, min_subtotal, valid_until, once_per_person } = discount;
  const off =
    percent === null
      ? t("{amount} off", { amount: moneyText(centsFrom(amount ?? 0)) })
      : t("{percent} % off", { percent });
  const titles = categories.filter(({ prefix }) => discount.categories.includes(prefix)).map(({ title }) => title());
  return [
    min_subtotal > 0
      ? t("{discount} products from {amount}", { discount: off, amount: moneyText(centsFrom(min_subtotal)) })
      : off,
    ...(titles.length > 0 ? [t("{categories} only", { categories: titles.join(", ") })] : []),
    ...(once_per_person ? [t("once per customer")] : []),
    t("from {time}", { time: dateTimeText(discount.valid_from, timeZone) }),
    ...(valid_until === null ? [] : [t("until {time}", { time: dateTimeText(valid_until, timeZone) })]),
  ].join(", ");
}

/** Returns the number of uses, such as "3 of 20 orders" or "3 orders". */
export function usesText({ used_count, max_uses }: Pick<DiscountCode, "used_count" | "max_uses">): string {
  if (max_uses !== null) {
    return t("{max, plural, one {{count} of # order} other {{count} of # orders}}", {
      count: used_count,
      max: max_uses,
    });
  }
  return t("{count, plural, one {# order} other {# orders}}", { count: used_count });
}
