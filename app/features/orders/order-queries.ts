import type { BrowserData } from "#app/platform/browser-data.ts";
import { readAnswer, readRow, readRows, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { isPastTheLastRow } from "#app/platform/table-rows.ts";
import { type PageOf, pageOf, rowsOfPage } from "#app/ui/pagination.ts";
import { isUuid } from "#app/values/ids.ts";
import {
  ORDER_COLUMNS,
  ORDER_WITH_LINES_COLUMNS,
  type Order,
  type OrderWithLines,
  toOrder,
  toOrderWithLines,
} from "./order.ts";
import { type OrderLine, type ShownLineRow, toOrderLine } from "./order-line.ts";
import type { OrderStatus } from "./order-status.ts";
import { orderInPageLanguage } from "./translated-lines.ts";

/**
 * Returns an order with its lines, with names in the language of the page; null if it does not exist or belongs to
 * another user.
 */
export async function findOrder(data: BrowserData, orderId: string): Promise<OrderWithLines | null> {
  if (!isUuid(orderId)) return null;
  const row = await readRow(["order", orderId], () =>
    data.rest.from("orders").select(ORDER_WITH_LINES_COLUMNS).eq("id", orderId).maybeSingle(),
  );
  return row ? orderInPageLanguage(data, toOrderWithLines(row)) : null;
}

/** Returns the customer's latest unpaid order, unless it is paid in the store; null without one. */
export async function findUnpaidOrder(data: BrowserData, userId: string): Promise<OrderWithLines | null> {
  const rows = await readRows(["unpaid-order", userId], () =>
    data.rest
      .from("orders")
      .select(ORDER_WITH_LINES_COLUMNS)
      .eq("user_id", userId)
      .eq("status", "pending")
      // Skips an order that has no lines yet.
      .gt("total", 0)
      .order("created_at", { ascending: false })
      // At most one pending order of a customer is paid in the store.
      .limit(2),
  );
  const order = rows.map(toOrderWithLines).find(({ payInStore }) => payInStore === null);
  return order ? orderInPageLanguage(data, order) : null;
}

/**
 * Waits until a pending order has another status, for a while: the server responds as soon as the payment's event is
 * stored. It may respond at once, so poll.
 * @returns the status; null if the order is no longer accessible
 */
export async function awaitOrderStatus(data: BrowserData, orderId: string): Promise<OrderStatus | null> {
  const response = await data.fetchApi(`/order/${orderId}/status?after=pending`);
  if (!response.ok) return null;
  const { status } = (await response.json()) as { status: OrderStatus };
  return status;
}

const ORDERS_PER_PAGE = 20;

/** Returns one page of the user's orders, newest first; null past the last page. */
export function listOrdersOf(data: BrowserData, userId: string, pageIndex: number): Promise<PageOf<Order> | null> {
  return readWithRetries(["orders", userId, pageIndex], async () => {
    const answer = await data.rest
      .from("orders")
      .select(`${ORDER_COLUMNS}, profiles(name)`, { count: "exact" })
      .eq("user_id", userId)
      // Customers do not see orders that they canceled before paying.
      .or("cancel_reason.is.null,cancel_reason.neq.withdrawn")
      .order("created_at", { ascending: false })
      .range(...rowsOfPage(pageIndex, ORDERS_PER_PAGE));
    if (isPastTheLastRow(answer)) return null;
    const items = (rowsOf(answer) ?? []).map(toOrder);
    return pageOf(items, answer.count ?? items.length, { pageIndex, pageSize: ORDERS_PER_PAGE });
  });
}

/** Returns the lines of an order: `GET /api/order/{id}`. */
export function listOrderLines(data: BrowserData, orderId: string): Promise<OrderLine[]> {
  return readWithRetries(["order-lines", orderId], async () => {
    const response = await data.fetchApi(`/order/${orderId}`);
    const body = await readAnswer<ShownLineRow[]>(response);
    return body.map(toOrderLine);
  });
}
