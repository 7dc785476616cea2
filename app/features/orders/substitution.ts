import { t } from "#app/messages/t.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** A substitution or removal of part of an order line. */
export interface Substitution {
  id: number;
  kind: "replaced" | "left_out";
  /** Number of replaced or removed units. */
  quantity: number;
  /** Replacement; null if the units were removed. */
  replacement: { name: string; size: string | null; quantity: number; imageUrl?: string } | null;
  /** Part of the original price and tax that is not refunded, because the replacement uses it; 0 if not loaded. */
  replacementCents: number;
  replacementTaxCents: number;
  /** Refund to the customer with tax, never negative. */
  refundCents: number;
  /** Before it is settled, it can be undone, and the customer is not notified. */
  isSettled: boolean;
  /** Customer's answer to the text about it; null if no text was sent, absent if not loaded. */
  answer?: "waiting" | "accepted" | "left_out" | null;
}

/**
 * Returns old and new item in one sentence: "1 × Puna Yam replaced by 1 × Sweet Potato, $4.00 back".
 * @param isUncharged whether the order was not charged when the line changed: "$4.00 less"
 */
export function substitutionText(
  line: { name: string; size?: { label: string } | null },
  { quantity, replacement, refundCents }: Pick<Substitution, "quantity" | "replacement" | "refundCents">,
  isUncharged = false,
): string {
  const old = `${quantity} × ${sizedName(line.name, line.size?.label)}`;
  const change = replacement
    ? t("{old} replaced by {new}", {
        old,
        new: `${replacement.quantity} × ${sizedName(replacement.name, replacement.size)}`,
      })
    : t("{old} left out", { old });
  if (refundCents <= 0) return change;
  const price = moneyText(refundCents);
  return isUncharged ? t("{change}, {price} less", { change, price }) : t("{change}, {price} back", { change, price });
}

/** Entry of `pay_in_store_orders.changes`; money in dollars. */
export interface UnpaidChangeRow {
  quantity: number;
  name: string;
  size: string | null;
  replacement_name: string | null;
  replacement_size: string | null;
  replacement_quantity: number | null;
  less: number;
}

/** Returns the items replaced or removed before the payment in the store, which are no longer lines of the order. */
export function unpaidChangeText(row: UnpaidChangeRow): string {
  const replacement =
    row.replacement_name === null
      ? null
      : { name: row.replacement_name, size: row.replacement_size, quantity: row.replacement_quantity ?? 1 };
  const line = { name: row.name, ...(row.size === null ? {} : { size: { label: row.size } }) };
  return substitutionText(line, { quantity: row.quantity, replacement, refundCents: centsFrom(row.less) }, true);
}

type LineSubstitution = FunctionRow<"read_pick_lists">["lines"][number]["changes"][number];

/** Money in dollars; older emails lack the image, and emails the answer. */
export type SubstitutionRow = Omit<LineSubstitution, "image_url" | "answer"> & Partial<LineSubstitution>;

export function substitutionRow(row: SubstitutionRow): Substitution {
  return {
    id: row.id,
    kind: row.kind,
    quantity: row.quantity,
    replacement:
      row.name === null
        ? null
        : {
            name: row.name,
            size: row.size,
            quantity: row.replacement_quantity ?? 1,
            ...(row.image_url ? { imageUrl: row.image_url } : {}),
          },
    replacementCents: 0,
    replacementTaxCents: 0,
    refundCents: centsFrom(row.given_back),
    isSettled: row.is_settled,
    answer: (row.answer as Substitution["answer"]) ?? null,
  };
}
