import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRow, readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { isUuid } from "#app/values/ids.ts";
import { ORDER_WITH_LINES_COLUMNS, toOrderWithLines } from "./order.ts";
import { type OrderStep, withUnpaidSteps } from "./order-history.ts";
import { paymentFromRow, REFUND_COLUMNS, type RefundLineRow, refundFromRow } from "./order-money.ts";
import { type Substitution, type UnpaidChangeRow, unpaidChangeText } from "./substitution.ts";

/** Everything about an order that the reader has access to. */
export type OrderDetails = ReturnType<typeof orderDetailsFromRow> & {
  /** Stops left for the driver before this order; for the owner, null if unknown or not on the way. */
  stopsBefore: number | null;
};

const STEPS = "order_status_changes(id, to_status, changed_at, profiles(name))";
const CHANGES =
  "substitutions(id, order_item_id, kind, quantity, replacement_name, replacement_size_label, replacement_quantity, replacement_cents, replacement_tax_cents, refund_cents, settled_at)";
/** Separate request, because the order's request has the maximum number of tables. */
const PACKING =
  "packing_at, ready_at, packer:profiles!pay_in_store_orders_packing_by_fkey(name), finisher:profiles!pay_in_store_orders_ready_by_fkey(name)";
const COLUMNS =
  `${ORDER_WITH_LINES_COLUMNS}, user_id, profiles(name), ${STEPS}, refunds(${REFUND_COLUMNS}), ${CHANGES}` as const;

type OrderDetailsRow = SelectedRow<"orders", typeof COLUMNS>;

/** Returns an order with its history and payments; null if it does not exist or belongs to another user. */
export async function findOrderDetails(data: BrowserData, orderId: string): Promise<OrderDetails | null> {
  if (!isUuid(orderId)) return null;
  const row = await readRow(["order-record", orderId], () =>
    data.rest.from("orders").select(COLUMNS).eq("id", orderId).maybeSingle(),
  );
  if (!row) return null;
  const isOut = row.status === "out_for_delivery";
  // If this read fails, the order is shown without it.
  const stopsBefore = isOut ? await readStopsBefore(data, orderId).catch(() => null) : null;
  const details = orderDetailsFromRow(row);
  const unpaidSteps = row.pay_in_store_orders?.packing_at ? await listUnpaidSteps(data, orderId).catch(() => []) : [];
  return { ...details, steps: withUnpaidSteps(details.steps, unpaidSteps), stopsBefore };
}

/** Returns the packing steps from before the payment in the store. */
function listUnpaidSteps(data: BrowserData, orderId: string): Promise<OrderStep[]> {
  return readWithRetries(["unpaid-steps", orderId], async () =>
    unpaidStepsFromRow(
      rowsOf(await data.rest.from("pay_in_store_orders").select(PACKING).eq("order_id", orderId).maybeSingle()),
    ),
  );
}

/** Returns when a delivery was completed; null for a pickup, or before it is completed. */
export function deliveredAt({ order, steps }: Pick<OrderDetails, "order" | "steps">): string | null {
  if (order.deliveryType !== "delivery") return null;
  return steps.findLast(({ status }) => status === "completed")?.at ?? null;
}

function readStopsBefore(data: BrowserData, orderId: string): Promise<number | null> {
  return readRow(["stops-before", orderId], () => data.rest.rpc("count_stops_before", { order_id: orderId }));
}

function orderDetailsFromRow(row: OrderDetailsRow) {
  const order = toOrderWithLines(row);
  const changesOf = (lineId: number) =>
    row.substitutions
      .filter((change) => change.order_item_id === lineId)
      .toSorted((one, other) => one.id - other.id)
      .map(substitutionFromRow);
  return {
    order: {
      ...order,
      lines: order.lines.map((line) => ({
        ...line,
        changes: changesOf(line.id),
        releasedQuantity: releasedQuantity(row, line.id),
      })),
    },
    /** Null if the account was deleted. */
    ownerId: row.user_id,
    /** Items replaced or removed before the customer paid in the store. */
    unpaidChanges: ((row.pay_in_store_orders?.changes ?? []) as UnpaidChangeRow[]).map(unpaidChangeText),
    steps: row.order_status_changes
      .toSorted((one, other) => one.id - other.id)
      .map((step) => ({ status: step.to_status, at: step.changed_at, by: step.profiles?.name ?? null })),
    payments: row.payments.map(paymentFromRow).toSorted((one, other) => one.receivedAt.localeCompare(other.receivedAt)),
    refunds: row.refunds.map(refundFromRow).toSorted((one, other) => one.requestedAt.localeCompare(other.requestedAt)),
  };
}

function releasedQuantity({ refunds }: OrderDetailsRow, lineId: number): number {
  return refunds
    .filter(({ method, status }) => method === "release" && status === "succeeded")
    .flatMap(({ lines }) => (lines ?? []) as unknown as RefundLineRow[])
    .reduce((sum, line) => sum + (line.order_item_id === lineId ? line.quantity : 0), 0);
}

function unpaidStepsFromRow(row: SelectedRow<"pay_in_store_orders", typeof PACKING> | null): OrderStep[] {
  const steps: OrderStep[] = [];
  if (row?.packing_at) steps.push({ status: "preparing", at: row.packing_at, by: row.packer?.name ?? null });
  if (row?.ready_at) steps.push({ status: "ready", at: row.ready_at, by: row.finisher?.name ?? null });
  return steps;
}

function substitutionFromRow(row: OrderDetailsRow["substitutions"][number]): Substitution {
  const { replacement_name: name, replacement_size_label: size, replacement_quantity, settled_at, ...rest } = row;
  return {
    ...camelCased(rest),
    replacement: name === null ? null : { name, size, quantity: replacement_quantity ?? 1 },
    isSettled: settled_at !== null,
  };
}
