import { t } from "#app/messages/t.ts";
import { moneyText } from "./money.ts";
import { type QuantityPrice, quantityPriceText } from "./quantity-price.ts";

/** Returns how much a quantity saves, in cents, like `private.quantity_saving`. */
export function savedCents(prices: readonly QuantityPrice[], unitCents: number, quantity: number): number {
  return Math.max(
    0,
    ...prices.map(({ pieces, cents }) => Math.floor(quantity / pieces) * (pieces * unitCents - cents)),
  );
}

/**
 * Returns the text about prices by quantity in a cart line: "2 for $5.00; add 1 more to save $1.00".
 * @param prices result of `quantityPricesFor`; at least one
 */
export function quantityHint(prices: readonly QuantityPrice[], unitCents: number, quantity: number): string {
  const names = prices.map(quantityPriceText).join(", ");
  const saved = savedCents(prices, unitCents, quantity);
  const parts = saved > 0 ? [t("{names}: you save {amount}", { names, amount: moneyText(saved) })] : [names];
  const steps = prices.map(({ pieces }) => pieces - (quantity % pieces));
  const better = steps
    .toSorted((one, other) => one - other)
    .find((count) => savedCents(prices, unitCents, quantity + count) > saved);
  if (better !== undefined) {
    const added = savedCents(prices, unitCents, quantity + better) - saved;
    const amount = moneyText(added);
    parts.push(
      saved > 0
        ? t("add {count} more to save {amount} more", { count: better, amount })
        : t("add {count} more to save {amount}", { count: better, amount }),
    );
  }
  return parts.join("; ");
}
