import { type OrderWithLines, windowFrom } from "#app/features/orders/order.ts";
import type { SnapLine, StoreMethod } from "#app/features/pay-in-store/tenders.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { jsonOf, readWithRetries } from "#app/platform/reads.ts";
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
}

export interface Counter {
  unpaid: UnpaidOrder[];
  owed: OwedRefund[];
}

interface PosRow {
  unpaid: {
    id: string;
    number: number;
    name: string;
    total: number;
    needs_weight: boolean;
    placed_at: string;
    phone: string;
    email: string | null;
    delivery_type: "pickup" | "delivery";
    window_starts_at: string | null;
    window_ends_at: string | null;
    channel: "online" | "counter";
    snap_lines: { amount: number; tax: number }[];
  }[];
  owed: {
    refund_id: string;
    order_id: string;
    number: number;
    name: string;
    amount: number;
    method: StoreMethod;
  }[];
}

/** Returns the unpaid orders and open refunds of the point of sale. */
export function readPointOfSale(data: BrowserData): Promise<Counter> {
  return readWithRetries(["counter"], async () => {
    const row = jsonOf<PosRow>(await data.rest.rpc("read_point_of_sale"));
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
      owed: row.owed.map(({ refund_id, order_id, amount, ...refund }) => ({
        ...refund,
        refundId: refund_id,
        orderId: order_id,
        amountCents: centsFrom(amount),
      })),
    };
  });
}
