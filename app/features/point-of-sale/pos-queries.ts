import { type OrderWithLines, windowFrom } from "#app/features/orders/order.ts";
import type { SnapLine, StoreMethod } from "#app/features/payments/tenders.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, resultOf, rowsOf } from "#app/platform/reads.ts";
import { centsFrom } from "#app/values/money.ts";

/** An unpaid order that is paid in the store. */
export interface UnpaidOrder {
  id: string;
  number: number;
  name: string;
  /** Amount due. Excludes items that are out of stock. */
  totalCents: number;
  /** Whether a line is not weighed yet, so that the total is the maximum that the order can cost. */
  needsWeight: boolean;
  placedAt: string;
  phone: string;
  email: string | null;
  deliveryType: "pickup" | "delivery";
  window: OrderWithLines["window"];
  /** online: placed by the customer, so there is no payment link. */
  channel: "online" | "counter";
  /** Lines that SNAP EBT may pay, in the order in which it pays them. */
  snapLines: SnapLine[];
}

/** Refund that is to be paid in the store. */
export interface OwedRefund {
  refundId: string;
  orderId: string;
  number: number;
  name: string;
  amountCents: number;
  method: StoreMethod;
  phone: string;
  email: string | null;
}

/** A cash drawer that is open. */
export interface OpenDrawer {
  id: string;
  drawer: number;
  openedAt: string;
  openedBy: string | null;
}

export interface Counter {
  unpaid: UnpaidOrder[];
  owed: OwedRefund[];
  drawers: OpenDrawer[];
}

/** Returns the unpaid orders and open refunds of the point of sale. */
export function readPointOfSale(data: BrowserData): Promise<Counter> {
  return readWithRetries(["counter"], async () => {
    const row = resultOf(await data.rest.rpc("read_point_of_sale"));
    return {
      unpaid: row.unpaid.map(
        ({
          total,
          needs_weight,
          placed_at,
          delivery_type,
          window_starts_at,
          window_ends_at,
          snap_lines,
          ...order
        }) => ({
          ...order,
          totalCents: centsFrom(total),
          needsWeight: needs_weight,
          placedAt: placed_at,
          deliveryType: delivery_type,
          window: windowFrom({ window_starts_at, window_ends_at }),
          snapLines: snap_lines.map(({ amount, tax }) => ({
            amountCents: centsFrom(amount),
            taxCents: centsFrom(tax),
          })),
        }),
      ),
      owed: row.owed.map(({ refund_id, order_id, amount, method, ...refund }) => ({
        ...refund,
        method: method as StoreMethod,
        refundId: refund_id,
        orderId: order_id,
        amountCents: centsFrom(amount),
      })),
      drawers: row.drawers.map(({ id, drawer, opened_at, opened_by }) => {
        return { id, drawer, openedAt: opened_at, openedBy: opened_by };
      }),
    };
  });
}

/** Returns the id of the order with this number; null if there is none. */
export async function findOrderId(data: BrowserData, number: number): Promise<string | null> {
  const found = await readWithRetries(["order-id", number], async () =>
    rowsOf(await data.rest.from("orders").select("id").eq("order_number", number).maybeSingle()),
  );
  return found?.id ?? null;
}
