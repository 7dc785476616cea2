import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf, rowsOf } from "#app/platform/reads.ts";
import { type ListedOrder, listedOrderFromRow } from "./listed-order.ts";
import type { OrderCursor } from "./order-filter.ts";

const ORDERS_PER_PAGE = 50;

/** A page of orders, newest first. */
export type OrderPage<Order = ListedOrder> = { orders: Order[]; hasPrevious: boolean; hasNext: boolean };

/**
 * Returns the page after or before an order; null if fewer than a full page of orders precede it, so that the caller
 * shows the complete first page instead. For managers.
 * @param filter as `filterRow` returns it
 */
export async function findOrderPage(
  data: BrowserData,
  filter: Record<string, unknown>,
  cursor: OrderCursor | null,
): Promise<OrderPage | null> {
  return orderPageFrom(await listOrdersAfter(data, filter, cursor, ORDERS_PER_PAGE + 1), cursor, ORDERS_PER_PAGE);
}

/**
 * Builds a page from the orders read, which are one more than a page if there are more. Returns null like
 * `findOrderPage`.
 */
export function orderPageFrom<Order>(
  found: readonly Order[],
  cursor: Pick<OrderCursor, "isBackward"> | null,
  pageSize: number,
): OrderPage<Order> | null {
  const hasMore = found.length > pageSize;
  if (cursor?.isBackward) return hasMore ? { orders: found.slice(1), hasPrevious: true, hasNext: true } : null;
  return { orders: found.slice(0, pageSize), hasPrevious: cursor !== null, hasNext: hasMore };
}

/** Returns at most 500 orders that follow the cursor, or precede it if it is backward; newest first. For managers. */
export function listOrdersAfter(
  data: BrowserData,
  filter: Record<string, unknown>,
  cursor: OrderCursor | null,
  maxCount: number,
): Promise<ListedOrder[]> {
  return readWithRetries(["order-table", filter, cursor, maxCount], async () => {
    const found = await data.rest.rpc("search_orders", {
      filter,
      after_at: cursor?.placedAt ?? null,
      after_number: cursor?.number ?? null,
      is_backward: cursor?.isBackward ?? false,
      max_count: maxCount,
    });
    return resultOf(found).map(listedOrderFromRow);
  });
}

/** Counts matching orders up to 1,001. For managers. */
export async function countOrders(data: BrowserData, filter: Record<string, unknown>): Promise<number> {
  return rowsOf(await data.rest.rpc("count_orders", { filter })) ?? 0;
}
