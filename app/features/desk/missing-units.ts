import type { OrderWithLines } from "#app/features/orders/order.ts";
import type { OrderLine } from "#app/features/orders/order-line.ts";
import { t } from "#app/messages/t.ts";
import { wholeNumberTyped } from "#app/values/decimal.ts";
import { moneyText } from "#app/values/money.ts";
import type { ReplacedCounts, Replacement } from "./replacement-queries.ts";

/** Order line that the packer cannot find in stock. */
export type UnavailableLine = ReturnType<typeof unavailableLine>;

export function unavailableLine(
  {
    id,
    name,
    size,
    unitPriceCents,
    quantity,
    refundedQuantity,
    changes,
    preference,
    note,
  }: Pick<
    OrderLine,
    "id" | "name" | "unitPriceCents" | "quantity" | "refundedQuantity" | "changes" | "preference" | "note"
  > & { size: { label: string } | null },
  order: Pick<OrderWithLines, "preference">,
  isUnpaid: boolean,
) {
  const changed = changes
    // Finalized removals were refunded, so `refundedQuantity` already has them.
    .filter(({ kind, isSettled }) => !isSettled || kind === "replaced")
    .reduce((sum, change) => sum + change.quantity, 0);
  return {
    id,
    name,
    size,
    unitPriceCents,
    /** Number of units that are neither refunded, replaced, nor left out. */
    leftQuantity: Math.max(0, quantity - refundedQuantity - changed),
    /** Preference of the line, or else of the order; null if none was given. */
    preference: preference ?? order.preference,
    /** Customer's note; may be empty. */
    note,
    /** Whether the order is paid in the store later, so that its price is reduced instead of refunded. */
    isUnpaid,
  };
}

/** Maximum quantity of a replacement. */
export const MAX_REPLACEMENTS = 999;

/** Returns a quantity from 1 to the maximum; null for anything else. */
export function quantityTyped(typed: string, max: number): number | null {
  const quantity = wholeNumberTyped(typed);
  return quantity !== null && quantity >= 1 && quantity <= max ? quantity : null;
}

/** Returns the replacement's price next to the original one, and the customer's refund, which is never negative. */
export function replacementPriceText(
  line: Pick<UnavailableLine, "unitPriceCents" | "isUnpaid">,
  { quantity, replacementQuantity }: ReplacedCounts,
  { unitPriceCents, refundCents }: Pick<Replacement, "unitPriceCents" | "refundCents">,
): string {
  const each = t("{price} each", { price: moneyText(unitPriceCents) });
  const back =
    refundCents <= 0
      ? t("the customer pays the same")
      : line.isUnpaid
        ? t("{amount} less to pay", { amount: moneyText(refundCents) })
        : t("{amount} goes back", { amount: moneyText(refundCents) });
  if (replacementQuantity !== quantity) {
    return t("{each}, {total} for {count} instead of {before}: {back}", {
      each,
      total: moneyText(unitPriceCents * replacementQuantity),
      count: replacementQuantity,
      before: moneyText(line.unitPriceCents * quantity),
      back,
    });
  }
  const difference = unitPriceCents - line.unitPriceCents;
  if (difference > 0)
    return t("{each}, {difference} more: the customer pays the same", { each, difference: moneyText(difference) });
  return refundCents === 0
    ? `${each}: ${back}`
    : t("{each}, {difference} less: {back}", { each, difference: moneyText(-difference), back });
}
