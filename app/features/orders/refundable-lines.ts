import { sizedName } from "#app/values/sized-name.ts";
import type { OrderDetails } from "./order-details-queries.ts";
import { refundableQuantity, refundableTaxCents } from "./order-money.ts";
import type { Substitution } from "./substitution.ts";

/** Order line with its refundable quantity. */
export type RefundableLine = ReturnType<typeof refundableLines>[number];

export function refundableLines({ order, refunds }: OrderDetails) {
  return order.lines
    .map((line) => ({ ...line, taxCents: line.taxCents - (line.weight?.taxRefundCents ?? 0) }))
    .map(({ id, name, size, unitPriceCents, discountCents, weight, quantity, taxCents, changes }) => ({
      id,
      /** Name with the size. */
      name: sizedName(name, size?.label),
      unitPriceCents,
      /** Discount on the whole line. */
      discountCents,
      /** Amount already refunded because the whole line weighs less; 0 for products sold by the piece. */
      weightRefundCents: weight?.refundCents ?? 0,
      quantity,
      /** Units refunded by line so far. */
      backQuantity: quantity - refundableQuantity({ id, quantity }, refunds),
      replaced: replacedOf(changes),
      // Open substitutions are refunded when the order is packed.
      leftQuantity:
        refundableQuantity({ id, quantity }, refunds) -
        changes.reduce((sum, change) => sum + (change.isSettled ? 0 : change.quantity), 0),
      /** Tax on the whole line at its final weight, and the part of it that can still be refunded. */
      taxCents,
      leftTaxCents: refundableTaxCents({ id, taxCents }, refunds),
    }))
    .filter((line) => line.leftQuantity > 0);
}

/** Returns the number of replaced units, and the part of price and tax that the replacements keep. */
function replacedOf(changes: readonly Substitution[]) {
  const replaced = changes.filter(({ kind, isSettled }) => kind === "replaced" && isSettled);
  const sum = (of: (change: Substitution) => number) => replaced.reduce((all, change) => all + of(change), 0);
  return {
    quantity: sum(({ quantity }) => quantity),
    replacementCents: sum(({ replacementCents }) => replacementCents),
    replacementTaxCents: sum(({ replacementTaxCents }) => replacementTaxCents),
  };
}

/** Returns the price and sales tax of some units of each line, in cents. */
export function linesAmountCents(lines: readonly RefundableLine[], quantityOf: (lineId: number) => number): number {
  return lines.reduce((sum, line) => sum + priceOf(line, quantityOf(line.id)) + taxOf(line, quantityOf(line.id)), 0);
}

/** Returns the price of some units of a line; the last units include the cents left by rounding. */
function priceOf(line: RefundableLine, quantity: number): number {
  const paidCents = line.unitPriceCents * line.quantity - line.discountCents - line.weightRefundCents;
  const { replacementCents } = line.replaced;
  const { backQuantity } = line;
  return Math.max(
    0,
    upTo(line, backQuantity + quantity, paidCents, replacementCents) -
      upTo(line, backQuantity, paidCents, replacementCents),
  );
}

/** Returns the sales tax of some units of a line. */
function taxOf(line: RefundableLine, quantity: number): number {
  const dueCents = upTo(line, line.backQuantity + quantity, line.taxCents, line.replaced.replacementTaxCents);
  return Math.max(0, dueCents - (line.taxCents - line.leftTaxCents));
}

/**
 * Returns the amount for the first `count` units of a line. Replaced units count last, with the price or tax that their
 * replacements keep.
 */
function upTo({ quantity, replaced }: RefundableLine, count: number, cents: number, replacementCents: number): number {
  const own = quantity - replaced.quantity;
  const first = Math.round((cents * Math.min(count, own)) / quantity);
  return count > own ? first + Math.round((replacementCents * (count - own)) / replaced.quantity) : first;
}
