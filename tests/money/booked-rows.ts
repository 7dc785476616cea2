import type { Sql } from "@calabash/data-service/database";
import type { TableRow } from "#app/platform/selected-row.ts";

/** An order's accounting records; numbers as in JSON. */
export type BookedOrder = TableRow<"orders">;
export type BookedFee = TableRow<"delivery_fees">;
export type BookedLine = TableRow<"order_items">;
export type BookedRefund = TableRow<"refunds"> & {
  order_id: string;
  lines: { order_item_id: number; quantity: number }[] | null;
};
export type BookedPayment = TableRow<"payments"> & { order_id: string };
export type BookedChange = TableRow<"substitutions">;
/** An order whose customer chose to pay in the store. */
export interface BookedStoreOrder {
  order_id: string;
  is_waiting: boolean;
  changes: { replacement_name: string | null }[];
}
export interface BookedRows {
  orders: BookedOrder[];
  lines: BookedLine[];
  payments: BookedPayment[];
  refunds: BookedRefund[];
  changes: BookedChange[];
  fees: BookedFee[];
  storeOrders: BookedStoreOrder[];
  /** Orders with an alert about a wrong amount. */
  alerted: string[];
  productStock: TableRow<"product_stock">[];
  sizeStock: TableRow<"size_stock">[];
  /** Number of unpaid orders per customer with any. */
  unpaid: number[];
  miscounted: string[];
  overfull: string[];
  mails: { id: string; status: string; kind: string; order_id: string }[];
  /** Orders that were ever paid, whatever their status. */
  packed: string[];
}

/** Statuses of a paid order in progress. */
export const PAID = ["paid", "preparing", "ready", "out_for_delivery", "completed"];

/**
 * Reads the records of these orders, and some of all orders, from one snapshot. Uses one query, because thousands of
 * sequences run it.
 */
export async function readBookedRows(
  sql: Sql,
  orderIds: readonly string[],
  counted: readonly { id: number; sizeId: number | null }[],
): Promise<BookedRows> {
  const ids = [...orderIds];
  const [read] = await sql<{ booked: BookedRows }[]>`
    select json_build_object(
      'orders', array(select to_json(orders) from orders where id = any(${ids}::uuid[])),
      'lines', array(select to_json(order_items) from order_items where order_id = any(${ids}::uuid[])),
      'payments', array(select to_json(payments) from payments where order_id = any(${ids}::uuid[])),
      'refunds', array(select to_json(refunds) from refunds where order_id = any(${ids}::uuid[])),
      'changes', array(select to_json(substitutions) from substitutions where order_id = any(${ids}::uuid[])),
      'fees', array(select to_json(delivery_fees) from delivery_fees where order_id = any(${ids}::uuid[])),
      'storeOrders', array(
        select to_json(pay_in_store_orders) from pay_in_store_orders where order_id = any(${ids}::uuid[])
      ),
      'alerted', array(
        select order_id from shop_alerts where order_id = any(${ids}::uuid[]) and kind = 'amount_mismatch'
      ),
      'productStock', array(
        select to_json(product_stock) from product_stock where product_id = any(${counted.map(({ id }) => id)}::bigint[])
      ),
      'sizeStock', array(
        select to_json(size_stock) from size_stock where size_id = any(${counted.map(({ sizeId }) => sizeId)}::bigint[])
      ),
      -- All customers' orders; one that is paid in the store is none of them.
      'unpaid', array(
        select count(*) from orders
        where status = 'pending' and user_id is not null and not pays_in_store group by user_id
      ),
      -- Codes count the orders that have them, never too many.
      'miscounted', array(
        select code from discount_codes
        where used_count > max_uses or used_count <> (
          select count(*) from orders
          where discount_code_id = discount_codes.id and discount_code is not null and cancelled_by is null
        )
      ),
      -- A time has no order too many of which nobody was told.
      'overfull', array(
        select window_starts_at from orders
        where status = any (${PAID}) and window_starts_at is not null
        group by window_starts_at
        having count(*) - (select max(capacity) from window_rules) > (
          select count(*) from shop_alerts join orders as told on told.id = shop_alerts.order_id
          where kind = 'window_overfull' and told.window_starts_at = orders.window_starts_at
        )
      ),
      'mails', array(select to_json(outgoing_mails) from outgoing_mails where order_id = any(${ids}::uuid[])),
      'packed', array(
        select distinct order_id from order_status_changes
        where to_status = 'preparing' and order_id = any(${ids}::uuid[])
      )
    ) as booked`;
  if (!read) throw new Error("No records.");
  return read.booked;
}
