import { keysOf } from "#app/values/typed-object.ts";
import { captureHolds } from "./capture-holds.ts";
import { deleteCardCustomers } from "./delete-card-customers.ts";
import { deleteDeliveryPhotos } from "./delete-delivery-photos.ts";
import { cancelAbandonedOrders, closeFeeIntents, closeIntents } from "./end-orders.ts";
import type { JobContext } from "./job.ts";
import { createJobQueue, type JobQueue } from "./job-queue.ts";
import { reconcile } from "./reconcile.ts";
import { refreshOffers } from "./refresh-offers.ts";
import { sendBackInStock } from "./send-back-in-stock.ts";
import { sendDailyReports } from "./send-daily-reports.ts";
import { sendInvitations } from "./send-invitations.ts";
import { sendOrderEmails } from "./send-order-emails.ts";
import { sendOrderTexts } from "./send-order-texts.ts";
import { sendPushMessages } from "./send-push-messages.ts";
import { readRefunds, sendRefunds } from "./send-refunds.ts";
import type { QueueName } from "./woken-queues.ts";

const NOTHING_DONE = {
  reconciled: 0,
  abandoned: 0,
  intents: 0,
  /** Deleted customers at Stripe, with their saved cards. */
  cardCustomers: 0,
  /** Captured or released holds. */
  captures: 0,
  refundsRead: 0,
  refunds: 0,
  mails: 0,
  pushes: 0,
  /** Texts about orders. */
  orderTexts: 0,
  invitations: 0,
  /** Messages that a product is back in stock. */
  stockMessages: 0,
  /** Products whose sales count changed. */
  salesCounted: 0,
  /** Changed rows of products that are bought together. */
  pairsCounted: 0,
  dailyReports: 0,
  /** Deleted photos of deliveries. */
  deliveryPhotos: 0,
  /** Articles published at their scheduled time. */
  published: 0,
  /** Offers that started or ended. */
  offers: 0,
};
/** Number of processed items per job. */
export type WorkDone = typeof NOTHING_DONE;

export interface OrderWorker {
  /** Runs all due jobs once, one queue after the other. */
  runOnce(): Promise<WorkDone>;
  /**
   * Reconciles with the payment provider now, regardless of the last time.
   * @returns the number of new events and payments
   */
  reconcile(): Promise<number>;
  /** Starts running jobs: now, every few seconds, and when woken. */
  start(): void;
  /**
   * Runs due jobs of these queues, by default of all, without waiting for the next poll cycle. Calls within 100 ms become
   * one run. Does nothing before `start`.
   */
  wake(names?: readonly QueueName[]): void;
  /** Resolves after the current jobs. */
  idle(): Promise<void>;
  /** Starts no more jobs; resolves after the current ones. */
  stop(): Promise<void>;
  /** Returns the totals since the process started. */
  totals(): Readonly<WorkDone>;
}

const POLL_MS = 5_000;
/** Delay that combines the events of many purchases into one run. */
const WAKE_MS = 100;
const RECONCILE_MS = 10 * 60 * 1000;
const RETRY_RECONCILE_MS = 60 * 1000;
const COUNT_MS = 60 * 60 * 1000;
/** Jobs that change no order and so create no emails. */
const SENDS_NO_MAIL: ReadonlySet<keyof WorkDone> = new Set([
  "cardCustomers",
  "mails",
  "pushes",
  "orderTexts",
  "invitations",
  "stockMessages",
  "salesCounted",
  "pairsCounted",
  "published",
  "dailyReports",
  "deliveryPhotos",
  "offers",
]);

type Counts = Partial<WorkDone>;
type Job = readonly [counted: keyof WorkDone, run: (work: JobContext) => Promise<number>];

/**
 * Runs the store's background jobs: refunds, messages, unpaid orders, payment intents of canceled orders, scheduled
 * content, and reconciliation with the payment provider. Each group of jobs has a separate queue, so that a slow
 * provider does not delay emails, nor a slow mail server refunds. Several processes may run it, because jobs claim
 * their items in the database. An error in one job is logged and does not stop others.
 */
export function createOrderWorker(options: Omit<JobContext, "now"> & { now?: () => Date }): OrderWorker {
  const work: JobContext = { ...options, now: options.now ?? (() => new Date()) };
  const totals = { ...NOTHING_DONE };
  let reconciledAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  /** Ordered so that a queue may create work for those after it. */
  const queues: Record<QueueName, JobQueue<Counts>> = {
    reconciliation: queueOf(["reconciled", reconcileIfDue]),
    sales: queueOf(
      ["salesCounted", onceAnHour(work.now, () => work.data.call("count_sales"))],
      ["pairsCounted", onceAnHour(work.now, () => work.data.call("count_bought_together"))],
    ),
    articles: queueOf(["published", () => work.data.call("publish_due_articles")]),
    offers: queueOf(["offers", () => refreshOffers(work, wakeOffersIn)]),
    orders: queueOf(
      ["abandoned", cancelAbandonedOrders],
      ["intents", closeIntents],
      ["intents", closeFeeIntents],
      ["cardCustomers", deleteCardCustomers],
    ),
    refunds: queueOf(["captures", captureHolds], ["refundsRead", readRefunds], ["refunds", sendRefunds]),
    mails: queueOf(["mails", sendOrderEmails]),
    staffMails: queueOf(["invitations", sendInvitations], ["dailyReports", sendDailyReports]),
    pushes: queueOf(["pushes", sendPushMessages]),
    orderTexts: queueOf(["orderTexts", sendOrderTexts]),
    // A separate queue: hundreds may be due at once, and must not delay emails about orders.
    stockMessages: queueOf(["stockMessages", sendBackInStock]),
    deliveryPhotos: queueOf(["deliveryPhotos", deleteDeliveryPhotos]),
  };
  const woken = new Set<QueueName>();

  function queueOf(...jobs: Job[]): JobQueue<Counts> {
    return createJobQueue(async () => {
      const counts: Counts = {};
      for (const [counted, run] of jobs) counts[counted] = (counts[counted] ?? 0) + (await doJob(counted, run));
      return counts;
    });
  }

  async function doJob(name: keyof WorkDone, run: Job[1]): Promise<number> {
    if (isStopping) return 0;
    try {
      const count = await run(work);
      totals[name] += count;
      if (timer && count > 0) {
        if (name === "reconciled") queues.refunds.wake();
        if (!SENDS_NO_MAIL.has(name)) queues.mails.wake();
      }
      return count;
    } catch (error) {
      work.logError(error);
      return 0;
    }
  }

  async function reconcileIfDue(): Promise<number> {
    const now = work.now().getTime();
    if (isWithin(RECONCILE_MS, reconciledAt, now)) return 0;
    // After a failure, reconcile again in a minute instead of in every poll cycle.
    reconciledAt = now - RECONCILE_MS + RETRY_RECONCILE_MS;
    const count = await reconcile(work);
    reconciledAt = now;
    return count;
  }

  /** Refreshes offers when one starts or ends, instead of in the next poll cycle. */
  function wakeOffersIn(ms: number): void {
    if (timer && ms < POLL_MS) setTimeout(() => timer && queues.offers.wake(), Math.max(ms, 1)).unref();
  }

  function wakeAll(): void {
    for (const queue of Object.values(queues)) queue.wake();
  }

  function wake(names = keysOf(queues) as readonly QueueName[]): void {
    if (!timer || names.length === 0) return;
    if (woken.size === 0) setTimeout(wakeNamed, WAKE_MS).unref();
    for (const name of names) woken.add(name);
  }

  function wakeNamed(): void {
    if (timer) for (const name of woken) queues[name].wake();
    woken.clear();
  }

  async function idle(): Promise<void> {
    await Promise.all(Object.values(queues).map((queue) => queue.idle()));
  }

  return {
    runOnce: async () => {
      const done = { ...NOTHING_DONE };
      for (const queue of Object.values(queues)) addCounts(done, await queue.runOnce());
      return done;
    },
    // Not in the queue, so that the caller gets errors; concurrent reconciliations apply nothing twice.
    reconcile: () => reconcile(work),
    start: () => {
      isStopping = false;
      timer ??= setInterval(wakeAll, POLL_MS);
      timer.unref();
      wakeAll();
    },
    wake,
    idle,
    stop: async () => {
      isStopping = true;
      if (timer) clearInterval(timer);
      timer = null;
      await idle();
    },
    totals: () => totals,
  };
}

/** Returns whether less time than this has passed. A clock that was ahead and was set back does not stop jobs. */
const isWithin = (ms: number, before: number, now: number) => Math.abs(now - before) < ms;

/** Limits a count of sales or of products bought together to once an hour. */
function onceAnHour(now: () => Date, count: () => Promise<number>): () => Promise<number> {
  let countedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const calledAt = now().getTime();
    if (isWithin(COUNT_MS, countedAt, calledAt)) return 0;
    countedAt = calledAt;
    return count();
  };
}

function addCounts(sum: WorkDone, counts: Counts): void {
  for (const name of keysOf(sum)) sum[name] += counts[name] ?? 0;
}
