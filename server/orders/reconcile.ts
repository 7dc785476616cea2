import type { PaymentEvent } from "#server/payments/payment-event.ts";
import { applyPaymentEvent } from "./apply-payment-event.ts";
import { type OrderWithIntent, recordPayment } from "./end-orders.ts";
import { callDatabase, eachApart, type Work } from "./work.ts";

/** Clocks differ, and an event is listed a little after it was made. */
const OVERLAP_MS = 60 * 60 * 1000;
/** The provider lists no older ones. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const PAGE = 100;

/**
 * Compares the provider's events with ours and applies those that never came, then asks for the intent of
 * every pending order. The time until which all is applied is kept in the database.
 * @returns how many events and payments were news
 */
export async function reconcile(work: Work): Promise<number> {
  const startedAt = work.now();
  const until = await callDatabase<string | null>(work, "reconciled_until");
  const oldest = startedAt.getTime() - KEPT_MS;
  const since = new Date(Math.max(oldest, until ? Date.parse(until) - OVERLAP_MS : oldest));
  const missed = await withoutKnown(work, await work.payments.listEvents(since));
  const appliedCount = await eachApart(
    work,
    missed,
    ({ id }) => `The event ${id} was not applied.`,
    (event) => applyPaymentEvent(work, event),
  );
  const foundCount = await askForPendingOrders(work);
  if (appliedCount === missed.length) {
    await callDatabase(work, "note_reconciled", { until: startedAt.toISOString() });
  } else {
    await callDatabase(work, "raise_alert", {
      kind: "reconcile_failed",
      order_id: null,
      message: `${missed.length - appliedCount} events of the payment provider could not be applied. They are tried again.`,
    });
  }
  return appliedCount + foundCount;
}

async function withoutKnown(work: Work, events: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
  const missed: PaymentEvent[] = [];
  for (let start = 0; start < events.length; start += PAGE) {
    const page = events.slice(start, start + PAGE);
    const { data } = await work.data.service
      .from("payment_events")
      .select("id")
      .in(
        "id",
        page.map(({ id }) => id),
      )
      .throwOnError();
    const known = new Set((data as { id: string }[]).map(({ id }) => id));
    missed.push(...page.filter(({ id }) => !known.has(id)));
  }
  return missed;
}

async function askForPendingOrders(work: Work): Promise<number> {
  let foundCount = 0;
  let after: string | null = null;
  for (;;) {
    const orders: OrderWithIntent[] = await callDatabase(work, "list_orders_to_reconcile", {
      after_id: after,
      max_count: PAGE,
    });
    await eachApart(
      work,
      orders,
      ({ order_id }) => `The payment of the order ${order_id} was not asked for.`,
      async ({ payment_intent_id }) => {
        if (payment_intent_id && (await recordPayment(work, payment_intent_id))) foundCount += 1;
      },
    );
    after = orders.at(-1)?.order_id ?? null;
    if (orders.length < PAGE) return foundCount;
  }
}
