import { applyPaymentEvent } from "#server/payments/apply-payment-event.ts";
import type { PaymentEvent } from "#server/payments/payment-event.ts";
import { eachApart, type JobContext, PROVIDER_AT_ONCE } from "./job.ts";

/** Allows for different clocks, and for events that are listed late. */
const OVERLAP_MS = 60 * 60 * 1000;
/** The provider lists no older events. */
const LISTED_MS = 30 * 24 * 60 * 60 * 1000;
const PAGE = 100;
const PENDING_AT_ONCE = 1000;
/** Outcomes of an event that changed nothing. */
const KNOWN: ReadonlySet<string> = new Set(["duplicate", "already_recorded", "ignored", "waits_for_payment"]);

/**
 * Applies provider events that never arrived, then checks the intents of pending orders. The database stores the time
 * up to which all events are applied.
 * @returns the number of new events and payments
 */
export async function reconcile(work: JobContext): Promise<number> {
  const startedAt = work.now();
  const until = await work.data.call("reconciled_until");
  const oldest = startedAt.getTime() - LISTED_MS;
  const since = new Date(Math.max(oldest, until ? Date.parse(until) - OVERLAP_MS : oldest));
  const missed = await withoutKnown(work, await work.payments.listEvents(since));
  const appliedCount = await eachApart(
    work,
    missed,
    ({ id }) => `The event ${id} was not applied.`,
    (event) => applyPaymentEvent(work, event),
  );
  const foundCount = await checkPendingOrders(work);
  if (appliedCount === missed.length) {
    await work.data.call("record_reconciled", { until: startedAt.toISOString() });
  } else {
    const count = missed.length - appliedCount;
    await work.data.call("raise_alert", {
      kind: "reconcile_failed",
      order_id: null,
      message: `${count} payment events could not be applied. We will retry them.`,
      facts: { count },
    });
  }
  return appliedCount + foundCount;
}

async function withoutKnown(work: JobContext, events: readonly PaymentEvent[]): Promise<PaymentEvent[]> {
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
    const known = new Set(data.map(({ id }) => id));
    missed.push(...page.filter(({ id }) => !known.has(id)));
  }
  return missed;
}

/**
 * Checks pending orders from both ends: newest, oldest, second newest, and so on. If there are too many, those in
 * between are checked later.
 */
async function checkPendingOrders(work: JobContext): Promise<number> {
  const orders = await work.data.call("list_orders_to_reconcile", { max_count: PENDING_AT_ONCE });
  let foundCount = 0;
  await eachApart(
    work,
    orders,
    ({ order_id }) => `The payment of order ${order_id} could not be read.`,
    async ({ payment_intent_id }) => {
      const event = payment_intent_id && (await work.payments.findPaymentEvent(payment_intent_id));
      if (event && !KNOWN.has(await applyPaymentEvent(work, event))) foundCount += 1;
    },
    PROVIDER_AT_ONCE,
  );
  return foundCount;
}
