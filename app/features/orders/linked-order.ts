import type { PayInStore } from "#app/features/payments/pay-in-store.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { t } from "#app/messages/t.ts";
import { readAnswer, readErrorBody, readWithRetries } from "#app/platform/reads.ts";
import type { FunctionRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import { deliveryFeeFromRow } from "./delivery-fee.ts";
import { type OrderWithLines, windowFrom } from "./order.ts";
import { toOrderLine } from "./order-line.ts";
import { substitutionRow } from "./substitution.ts";

/** Order as shown by the link of its emails, without personal data. */
export type LinkedOrder = ReturnType<typeof toLinkedOrder>;

/** Money in dollars. */
export type LinkedOrderRow = FunctionRow<"linked_order">;

/**
 * Reads the order of an email's link.
 * @throws ReadRejectedError for an invalid or expired link, with a message for users
 */
export function readLinkedOrder(token: string): Promise<LinkedOrder> {
  return readWithRetries(["linked-order", token], async () =>
    toLinkedOrder(await readAnswer<LinkedOrderRow>(await post("/api/order-link", { token }))),
  );
}

/** Cancels the order with the permissions of its customer. */
export async function cancelLinkedOrder(token: string): Promise<void> {
  await checkAnswer(await post("/api/order-link/cancel", { token }), t("We couldn't cancel the order. Try again."));
}

/** @throws Error with the reason for a rejection, or with `otherwise` */
export async function checkAnswer(
  answer: Response,
  otherwise = t("We couldn't reach the store. Try again."),
): Promise<void> {
  if (answer.ok) return;
  const { error } = await readErrorBody(answer);
  throw new Error((answer.status < 500 ? error : undefined) ?? otherwise);
}

/** Posts the token of a link in the body, because URLs appear in logs. Sends no session. */
export function post(path: string, body: { token: string } & Record<string, unknown>): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": currentLocale() },
    body: JSON.stringify(body),
  });
}

export function toLinkedOrder(row: LinkedOrderRow) {
  const order: OrderWithLines = {
    id: row.order_id,
    number: row.order_number,
    totalCents: centsFrom(row.total),
    status: row.status,
    placedAt: row.placed_at,
    paidAt: null,
    deliveryType: row.delivery_type,
    deliveryAddress: "",
    deliveryPhoneNumber: "",
    deliveryCostCents: centsFrom(row.delivery_cost),
    isDeliveryIncluded: row.delivery_included,
    deliveryFee: deliveryFeeFromRow(row.delivery_fee),
    discountCents: centsFrom(row.discount),
    taxCents: centsFrom(row.tax_amount),
    customerName: null,
    window: windowFrom(row),
    payInStore: payInStoreOf(row),
    lines: row.items.map(({ name, size, image_url, changes, ...item }) => ({
      ...toOrderLine({ ...item, product_name: name, size_label: size, image_url: image_url ?? "", product_path: null }),
      changes: changes.map(substitutionRow),
    })),
    failureMessage: null,
    hasPaymentIntent: false,
    holdsPayment: false,
    heldCents: centsFrom(row.held_amount),
    wasHeld: row.held_amount + row.released_amount > 0,
    paidCents: centsFrom(row.paid_amount),
    refundedCents: centsFrom(row.refunded_amount),
    cancelReason: row.cancel_reason,
    preference: null,
    note: "",
    language: currentLocale(),
    deliveryPlace: { street: "", unit: "", city: "", zip: "", driverNote: "" },
  };
  return {
    order,
    steps: row.steps.map((step) => ({ ...step, by: null })),
    refunds: row.refunds.map((refund) => ({
      id: refund.id,
      status: refund.status,
      isCash: refund.method === "store_cash",
      isRelease: refund.method === "release",
      replacesId: refund.replaces_id,
      amountCents: centsFrom(refund.amount),
    })),
    hold: { heldCents: centsFrom(row.held_amount), releasedCents: centsFrom(row.released_amount) },
    /** Stops left for the driver before this order; null if no driver is on the way. */
    stopsBefore: row.stops_before,
    canCancel: row.can_cancel,
    /** Whether staff created the order at the point of sale, without an account. */
    isPointOfSale: row.channel === "counter",
    /** Whether it is paid in the store; refunds are then made there, too. */
    isPaidInStore: row.paid_by !== null && row.paid_by !== "card",
  };
}

function payInStoreOf(row: LinkedOrderRow): PayInStore | null {
  if (row.status !== "pending" || !row.pay_in_store_by) return null;
  const step = row.packing_status === "ready" || row.packing_status === "preparing" ? row.packing_status : "pending";
  return { payBy: row.pay_in_store_by, step, dueCents: centsFrom(row.due_amount), needsWeight: row.needs_weight };
}
