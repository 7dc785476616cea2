import { categories } from "#app/features/catalogue/categories.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { dateTimeText } from "#app/values/shop-clock.ts";
import type { DiscountCode } from "./discount-queries.ts";

/** "10 % off goods from $30.00, Condiments only, once per customer, until Dec 25, 2026, 12:00 AM" */
export function discountText(discount: DiscountCode, timeZone: string): string {
  const { percent, amount, min_subtotal, valid_until, once_per_person } = discount;
  const off = percent === null ? `${moneyText(centsFrom(amount ?? 0))} off` : `${percent} % off`;
  const titles = categories.filter(({ prefix }) => discount.categories.includes(prefix)).map(({ title }) => title);
  return [
    min_subtotal > 0 ? `${off} products from ${moneyText(centsFrom(min_subtotal))}` : off,
    ...(titles.length > 0 ? [`${titles.join(", ")} only`] : []),
    ...(once_per_person ? ["once per customer"] : []),
    `from ${dateTimeText(discount.valid_from, timeZone)}`,
    ...(valid_until === null ? [] : [`until ${dateTimeText(valid_until, timeZone)}`]),
  ].join(", ");
}

/** "3 of 20 orders", "3 orders" */
export function usesText({ used_count, max_uses }: Pick<DiscountCode, "used_count" | "max_uses">): string {
  if (max_uses !== null) return `${used_count} of ${max_uses} ${max_uses === 1 ? "order" : "orders"}`;
  return `${used_count} ${used_count === 1 ? "order" : "orders"}`;
}
