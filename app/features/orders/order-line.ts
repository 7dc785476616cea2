import type { CategoryPrefix } from "#app/features/catalog/categories.ts";
import { productPath } from "#app/features/catalog/product.ts";
import { type LineWeight, lineWeightText, poundsCents } from "#app/features/catalog/sold-by-weight.ts";
import { t } from "#app/messages/t.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import type { Translatable } from "#app/values/untranslated.ts";
import type { Substitution } from "./substitution.ts";

/** Weight of a weighed line, whose unit price is the maximum that one unit can cost. */
export interface OrderLineWeight extends LineWeight {
  /** Maximum price of one unit, without its choices. */
  maxEachCents: number;
  /** Reduction of the line's price by its final weight, before discount and tax; 0 until it is final. */
  lessCents: number;
  /** The same after discount, without tax. */
  refundCents: number;
  /** Sales tax in it. */
  taxRefundCents: number;
}

/** `releasedQuantity` are the refunded units that a hold did not charge; absent if not loaded. */
export type OrderLine = ReturnType<typeof toOrderLine> & Translatable & { releasedQuantity?: number };

/** Columns that the path of a line's product is built from. */
export const LINE_PATH_COLUMNS = "product_id, products(category, archived_at)";

/** Columns of a line sold by weight; the first two are null for a product sold by the piece. */
export const WEIGHT_COLUMNS =
  "pounds_each, price_per_pound, packed_pounds, packed_units, weight_refund, weight_tax_refund, choices";

export const LINE_COLUMNS =
  `id, size_id, size_label, pack_size, choice_ids, product_name, unit_price, quantity, refunded_quantity, discount, tax_amount, ${WEIGHT_COLUMNS}, image_url, substitution_preference, note, ${LINE_PATH_COLUMNS}` as const;

type OrderLineRow = SelectedRow<"order_items", typeof LINE_COLUMNS>;

/** Row of a line; the server's list contains only the columns that it displays. */
export type ShownLineRow = Pick<
  OrderLineRow,
  "product_name" | "size_label" | "pack_size" | "image_url" | "quantity" | "unit_price"
> &
  Partial<OrderLineRow> & { product_path: string | null };

/** Returns the path of the product's page; null if it is no longer for sale or hidden from the reader. */
export function linePath(line: {
  product_id: number;
  products: { category: CategoryPrefix; archived_at: string | null } | null;
}): string | null {
  const { product_id: id, products: product } = line;
  return product && product.archived_at === null ? productPath({ id, prefix: product.category }) : null;
}

export function toOrderLine(row: ShownLineRow) {
  return {
    /** Id of the line; 0 if not loaded. */
    id: row.id ?? 0,
    productId: row.product_id ?? 0,
    /** Path of the product's page; null if it is no longer for sale, or not loaded. */
    path: row.product_path,
    name: row.product_name,
    /** Size with its label at the time of the order; null for a product without sizes. */
    size: row.size_label === null ? null : { id: row.size_id ?? 0, label: row.size_label },
    /** Size of the package at that time, such as "20 lb"; empty if unknown, or for a product with sizes. */
    packSize: row.pack_size ?? "",
    // Chosen cut and preparation, which are part of the name.
    ...(row.choice_ids?.length ? { choiceIds: row.choice_ids as readonly number[] } : {}),
    imageUrl: row.image_url,
    quantity: row.quantity,
    /** Units refunded by line, also those that a hold did not charge. */
    refundedQuantity: row.refunded_quantity ?? 0,
    unitPriceCents: centsFrom(row.unit_price),
    /** Discount on the whole line. */
    discountCents: centsFrom(row.discount ?? 0),
    /** Sales tax of the whole line. */
    taxCents: centsFrom(row.tax_amount ?? 0),
    ...lineWeightFromRow(row),
    /** Substitution preference; null if that of the order applies. */
    preference: row.substitution_preference ?? null,
    /** Customer's note; may be empty. */
    note: row.note ?? "",
    /** Substitutions; empty if not loaded. */
    changes: [] as readonly Substitution[],
  };
}

/** Columns of a line's weight. Older emails have only some. */
export type LineWeightRow = Pick<OrderLineRow, "unit_price"> &
  Partial<SelectedRow<"order_items", typeof WEIGHT_COLUMNS>>;

/** Returns the weight of a line; an empty object for a product sold by the piece. */
export function lineWeightFromRow(row: LineWeightRow): { weight?: OrderLineWeight } {
  const { pounds_each: poundsEach, price_per_pound: perPound, packed_pounds: packedPounds = null } = row;
  if (!poundsEach || perPound === null || perPound === undefined) return {};
  const perPoundCents = centsFrom(perPound);
  const choices = (row.choices ?? []) as readonly { price: number }[];
  const choicesCents = choices.reduce((sum, { price }) => sum + centsFrom(price), 0);
  const refundCents = centsFrom(row.weight_refund ?? 0);
  const maxEachCents = centsFrom(row.unit_price) - choicesCents;
  const maxCents = row.packed_units ? row.packed_units * maxEachCents : null;
  return {
    weight: {
      poundsEach,
      maxEachCents,
      perPoundCents,
      packedPounds,
      ...(maxCents === null ? {} : { maxCents }),
      lessCents:
        refundCents > 0 && maxCents !== null && packedPounds !== null
          ? Math.max(0, maxCents - poundsCents(perPoundCents, packedPounds))
          : refundCents,
      refundCents,
      taxRefundCents: centsFrom(row.weight_tax_refund ?? 0),
    },
  };
}

/** Returns the weight and price of a weighed line, such as "4.62 lb × $9.99 = $46.15". */
export function weighedText(weight: OrderLineWeight, quantity: number): string {
  const text = lineWeightText(weight, quantity);
  return weight.packedPounds === null ? t("{text}, you pay what it weighs", { text }) : text;
}

/** Returns whether a line may still cost less than `lineCents`: until it is weighed, and its weight is final. */
export function isAtMost({ weight }: Pick<OrderLine, "weight">): boolean {
  if (!weight) return false;
  const { packedPounds, lessCents, perPoundCents, maxCents = 0 } = weight;
  return packedPounds === null || (lessCents === 0 && poundsCents(perPoundCents, packedPounds) < maxCents);
}

/** Returns how many units of a line were charged and refunded. */
export function givenBackQuantity({ refundedQuantity, releasedQuantity = 0 }: OrderLine): number {
  return Math.max(0, refundedQuantity - releasedQuantity);
}

/** Returns the price of a line, before discount: by its weight once that is final. */
export function lineCents({
  unitPriceCents,
  quantity,
  weight,
}: Pick<OrderLine, "unitPriceCents" | "quantity" | "weight">) {
  return unitPriceCents * quantity - (weight?.lessCents ?? 0);
}

/** Returns the size of an order line as a line of its own; empty without one. */
export function lineSizeText({ size, packSize }: Pick<OrderLine, "size" | "packSize">): string {
  return size ? t("Size {size}", { size: size.label }) : packSize;
}

/** Returns the total of the products: unit price times quantity of every line. */
export function productsCents(lines: readonly OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
}
