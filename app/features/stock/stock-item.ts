import { dateFormat } from "#app/messages/date-format.ts";
import { t } from "#app/messages/t.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

/** A product without sizes, or a size of a product. */
export interface ItemKey {
  productId: number;
  sizeId: number | null;
}

/** Stock of an item at the time it was read. */
export interface StockItem extends ItemKey {
  name: string;
  sizeLabel: string | null;
  isHidden: boolean;
  /** Null if it is not counted. */
  stockCount: number | null;
  /** Units of paid orders that are not picked yet, so they are still on the shelf. */
  reservedCount: number;
  lastCostCents: number | null;
  lastMovementId: number | null;
}

/** Row of `read_stock_items`; money in dollars. */
export interface StockItemRow {
  product_id: number;
  size_id: number | null;
  name: string;
  size_label: string | null;
  is_hidden: boolean;
  stock_count: number | null;
  reserved_count: number;
  last_cost: number | null;
  last_movement_id: number | null;
}

export function stockItemFromRow(row: StockItemRow): StockItem {
  return {
    productId: row.product_id,
    sizeId: row.size_id,
    name: row.name,
    sizeLabel: row.size_label,
    isHidden: row.is_hidden,
    stockCount: row.stock_count,
    reservedCount: row.reserved_count,
    lastCostCents: row.last_cost === null ? null : centsFrom(row.last_cost),
    lastMovementId: row.last_movement_id,
  };
}

export function itemKey({ productId, sizeId }: ItemKey): string {
  return `${productId}-${sizeId ?? 0}`;
}

export function itemName({ name, sizeLabel }: Pick<StockItem, "name" | "sizeLabel">): string {
  return sizedName(name, sizeLabel);
}

/** Returns "12 in stock", or that it is not counted. */
export function stockText({ stockCount }: Pick<StockItem, "stockCount">): string {
  return stockCount === null ? t("Not counted") : t("{stockCount} in stock", { stockCount });
}

/**
 * Returns "Dec 3, 2026".
 * @param day `YYYY-MM-DD`
 */
export function dayText(day: string): string {
  // Format in UTC, because days have no time zone.
  return dateFormat({ dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
}

/** Returns text such as "1 unit". */
export function unitsText(count: number): string {
  return t("{count, plural, one {# unit} other {# units}}", { count });
}
