import type { DeliveryType, OrderStatus } from "#app/features/orders/order-status.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { noteExport, saveTable, stampText } from "#app/platform/export-table.ts";
import { type Answer, done, rejected } from "#app/ui/use-attempt.ts";
import { amountText } from "#app/values/money.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import type { ListedOrder } from "./listed-order.ts";
import type { PaymentState } from "./order-filter.ts";
import { listOrdersAfter } from "./order-table-queries.ts";

const HEADS = [
  "Order",
  "Placed at",
  "Customer",
  "Email",
  "Phone",
  "Items",
  "Pickup or delivery",
  "Time from",
  "Time to",
  "Status",
  "Payment",
  "Total",
  "Refunded",
] as const;

// Fixed English texts, so that the file format is the same in every staff language.
const FULFILLMENTS: Readonly<Record<DeliveryType, string>> = { pickup: "Pickup", delivery: "Delivery" };
const STATUSES: Readonly<Record<OrderStatus, string>> = {
  pending: "Pending",
  paid: "Paid",
  preparing: "Preparing",
  ready: "Ready for pickup",
  out_for_delivery: "Out for delivery",
  completed: "Completed",
  cancelled: "Canceled",
  refunded: "Refunded",
  refund_failed: "Refund failed",
};
const PAYMENTS: Readonly<Record<PaymentState, string>> = {
  unpaid: "Unpaid",
  paid: "Paid",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
  none: "No payment",
};

const AT_ONCE = 500;
const MAX_ORDERS = 10_000;

/** Returns the columns of one order; money in dollars. */
export function exportedCells(order: ListedOrder, timeZone: string): string[] {
  return [
    String(order.number),
    stampText(order.placedAt, timeZone),
    order.name ?? "",
    order.email ?? "",
    order.phone ?? "",
    String(order.itemCount),
    FULFILLMENTS[order.deliveryType],
    order.window ? stampText(order.window.startsAt, timeZone) : "",
    order.window ? stampText(order.window.endsAt, timeZone) : "",
    STATUSES[order.status],
    PAYMENTS[order.payment],
    amountText(order.totalCents),
    amountText(order.refundedCents),
  ];
}

/** Downloads these orders as a CSV file, after logging the export. */
export async function exportOrders(data: BrowserData, orders: readonly ListedOrder[], timeZone: string): Promise<void> {
  await noteExport(data, orders.length === 1 ? `Order ${orders[0]?.number}` : `${orders.length} orders`);
  await save(orders, timeZone);
}

/**
 * Reads the newest 10,000 orders of a filter page by page and downloads them as a CSV file, after logging the export.
 * @param filter as `filterRow` returns it
 * @param onRows called with the number of orders so far
 */
export async function exportFilter(
  data: BrowserData,
  filter: Record<string, unknown>,
  timeZone: string,
  onRows: (count: number) => void,
): Promise<Answer> {
  await noteExport(data, "Orders");
  const orders: ListedOrder[] = [];
  for (let isMore = true; isMore && orders.length <= MAX_ORDERS; ) {
    const last = orders.at(-1);
    const cursor = last ? { placedAt: last.placedAt, number: last.number, isBackward: false } : null;
    const page = await listOrdersAfter(data, filter, cursor, AT_ONCE);
    orders.push(...page);
    onRows(Math.min(orders.length, MAX_ORDERS));
    isMore = page.length === AT_ONCE;
  }
  if (orders.length === 0) return rejected(t("No orders match, so there is nothing to export."));
  await save(orders.slice(0, MAX_ORDERS), timeZone);
  if (orders.length > MAX_ORDERS)
    return done(t("The newest 10,000 orders are exported. Filter by days for the others."));
  return done(t("{count, plural, one {# order exported.} other {# orders exported.}}", { count: orders.length }));
}

async function save(orders: readonly ListedOrder[], timeZone: string): Promise<void> {
  const today = shopDayOf(new Date(), timeZone);
  const rows = orders.map((order) => exportedCells(order, timeZone));
  await saveTable("orders", { from: today, to: today }, HEADS, rows);
}
