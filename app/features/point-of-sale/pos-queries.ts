import { windowFrom } from "#app/features/orders/order.ts";
import type { StoreMethod } from "#app/features/payments/tenders.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readWithRetries, resultOf } from "#app/platform/reads.ts";
import { camelCased } from "#app/values/camel-cased.ts";

export type Counter = Awaited<ReturnType<typeof readPointOfSale>>;
/**
 * An unpaid order that is paid in the store. Its total excludes items that are out of stock, and is the most that it can
 * cost while it needs weight. Customers placed those of the channel `online`, which have no payment link.
 */
export type UnpaidOrder = Counter["unpaid"][number];
/** Refund that is to be paid in the store. */
export type OwedRefund = Counter["owed"][number];
/** A cash drawer that is open. */
export type OpenDrawer = Counter["drawers"][number];

/** Returns the unpaid orders and open refunds of the point of sale. */
export function readPointOfSale(data: BrowserData) {
  return readWithRetries(["counter"], async () => {
    const row = resultOf(await data.rest.rpc("read_point_of_sale"));
    return {
      unpaid: row.unpaid.map(({ window_starts_at, window_ends_at, ...order }) => ({
        ...camelCased(order, "total"),
        window: windowFrom({ window_starts_at, window_ends_at }),
        /** Lines that SNAP EBT may pay, in the order in which it pays them. */
        snapLines: order.snap_lines.map((line) => camelCased(line, "amount", "tax")),
      })),
      owed: row.owed.map((refund) => ({ ...camelCased(refund, "amount"), method: refund.method as StoreMethod })),
      drawers: row.drawers.map((drawer) => camelCased(drawer)),
    };
  });
}

/** Returns the id of the order with this number; null if there is none. */
export async function findOrderId(data: BrowserData, number: number): Promise<string | null> {
  const found = await readRow(["order-id", number], () =>
    data.rest.from("orders").select("id").eq("order_number", number).maybeSingle(),
  );
  return found?.id ?? null;
}
