import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { isUuid } from "#app/values/ids.ts";
import { ORDER_WITH_LINES_COLUMNS, type OrderWithLines } from "./order.ts";
import type { OrderStep } from "./order-history.ts";
import type { Payment, Refund } from "./order-money.ts";
import { toOrderWithLines } from "./read-orders.ts";

/** Everything that the shop knows of one order, as far as the reader may see it. */
export interface OrderRecord {
  order: OrderWithLines;
  /** Null when the account is gone. */
  ownerId: string | null;
  steps: OrderStep[];
  payments: Payment[];
  refunds: Refund[];
}

const STEPS = "order_status_changes(id, to_status, changed_at, profiles(name))";
const PAYMENTS = "payments(payment_intent_id, amount_cents, purpose, refunded_cents, received_at)";
const REFUNDS =
  "refunds(id, payment_intent_id, amount_cents, tax_cents, lines, goods_come_back, reason, status, last_error, created_at, settled_at)";
const COLUMNS =
  `${ORDER_WITH_LINES_COLUMNS}, user_id, profiles(name), ${STEPS}, ${PAYMENTS}, ${REFUNDS}` as const;

/** As `refunds.lines` holds them. */
interface RefundLineRow {
  order_item_id: number;
  quantity: number;
  /** Missing in what was given back before sales tax was kept. */
  tax_cents?: number;
}

type OrderRecordRow = SelectedRow<"orders", typeof COLUMNS>;

/** One order with its history and its money; null when there is none or it is somebody else's. */
export async function findOrderRecord(data: BrowserData, orderId: string): Promise<OrderRecord | null> {
  if (!isUuid(orderId)) return null;
  const row = await readWithRetries(["order-record", orderId], async () =>
    rowsOf(await data.rest.from("orders").select(COLUMNS).eq("id", orderId).maybeSingle()),
  );
  return row ? toOrderRecord(row) : null;
}

function toOrderRecord(row: OrderRecordRow): OrderRecord {
  return {
    order: toOrderWithLines(row),
    ownerId: row.user_id,
    steps: row.order_status_changes
      .toSorted((one, other) => one.id - other.id)
      .map((step) => ({ status: step.to_status, at: step.changed_at, by: step.profiles?.name ?? null })),
    payments: row.payments
      .map((payment) => ({
        intentId: payment.payment_intent_id,
        amountCents: payment.amount_cents,
        purpose: payment.purpose,
        refundedCents: payment.refunded_cents,
        receivedAt: payment.received_at,
      }))
      .toSorted((one, other) => one.receivedAt.localeCompare(other.receivedAt)),
    refunds: row.refunds
      .map((refund) => ({
        id: refund.id,
        intentId: refund.payment_intent_id,
        amountCents: refund.amount_cents,
        taxCents: refund.tax_cents,
        lines:
          (refund.lines as RefundLineRow[] | null)?.map((line) => ({
            orderItemId: line.order_item_id,
            quantity: line.quantity,
            taxCents: line.tax_cents ?? 0,
          })) ?? [],
        doGoodsComeBack: refund.goods_come_back,
        reason: refund.reason,
        status: refund.status,
        lastError: refund.last_error,
        requestedAt: refund.created_at,
        settledAt: refund.settled_at,
      }))
      .toSorted((one, other) => one.requestedAt.localeCompare(other.requestedAt)),
  };
}
