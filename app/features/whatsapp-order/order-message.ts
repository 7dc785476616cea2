import { t } from "#app/messages/t.ts";
import { sizedName } from "#app/values/sized-name.ts";

type MessageLine = { name: string; size: { label: string } | null; quantity: number };

/** Some phones truncate longer URLs. */
const MAX_LINES = 25;

/**
 * Returns the message with which a shopper orders the items in the cart.
 * @param address URL that opens the cart
 */
export function cartMessage(items: readonly MessageLine[], total: string, address: string): string {
  return [
    t("Hello! I'd like to order:"),
    ...linesText(items),
    t("Products before discounts and tax: {total}", { total }),
    address,
  ].join("\n");
}

/**
 * Returns the message with which a shopper asks about an order.
 * @param address URL of the order's page
 */
export function orderMessage(number: number, lines: readonly MessageLine[], total: string, address: string): string {
  return [
    t("Hello! This is order {number}:", { number }),
    ...linesText(lines),
    t("Total: {total}", { total }),
    address,
  ].join("\n");
}

function linesText(lines: readonly MessageLine[]): string[] {
  const shown = lines.slice(0, MAX_LINES).map((line) => `${line.quantity} × ${sizedName(line.name, line.size?.label)}`);
  const moreCount = lines.length - shown.length;
  return moreCount > 0 ? [...shown, t("and {count} more", { count: moreCount })] : shown;
}
