import { cancelAbandonedOrders, closeFeeIntents, closeIntents } from "./end-orders.ts";
import { createLane } from "./lane.ts";
import { reconcile } from "./reconcile.ts";
import { renewOffers } from "./renew-offers.ts";
import { sendDaySheets } from "./send-day-sheets.ts";
import { sendInvitations } from "./send-invitations.ts";
import { sendMails } from "./send-mails.ts";
import { readRefunds, sendRefunds } from "./send-refunds.ts";
import { callDatabase, type Work } from "./work.ts";

/** How much of each kind of work a run did. */
export interface WorkDone {
  reconciled: number;
  abandoned: number;
  intents: number;
  refundsRead: number;
  refunds: number;
  mails: number;
  invitations: number;
  /** Products of which another number was sold than the search knew. */
  salesCounted: number;
  /** Places in what is often bought together that changed. */
  pairsCounted: number;
  daySheets: number;
  /** Articles whose time came. */
  published: number;
  /** Offers that have begun or ended. */
  offers: number;
}

export interface OrderWorker {
  /** Everything that is due, once, one kind after the other; runs of one kind never overlap. */
  runOnce(): Promise<WorkDone>;
  /** Compares with the payment provider now, whenever it was done last. @returns how much was news */
  reconcile(): Promise<number>;
  /** Begins to work by itself: now, every few seconds, and when it is woken. */
  start(): void;
  /** Something is due: does not wait for the next round. Nothing happens before `start`. */
  wake(): void;
  /** Ends after the steps that are under way. */
  stop(): Promise<void>;
  /** Everything done since the process began. */
  totals(): Readonly<WorkDone>;
}

const ROUND_MS = 5_000;
const RECONCILE_MS = 10 * 60 * 1000;
const RETRY_RECONCILE_MS = 60 * 1000;
const COUNT_MS = 60 * 60 * 1000;
/** What changes no order has nothing to tell its customer. */
const TELLS_NOBODY: ReadonlySet<keyof WorkDone> = new Set([
  "mails",
  "invitations",
  "salesCounted",
  "pairsCounted",
  "published",
  "daySheets",
  "offers",
]);

/**
 * What the shop does by itself: refunds, intents of cancelled orders, orders that nobody paid, mails, and
 * asking the payment provider for what it did not tell. Each kind has a lane of its own, so that a slow
 * provider holds no mail and a slow mail server no refund. Several processes may work at once: claims in the
 * database keep them apart. An error in one thing is logged and stops nothing else.
 */
export function createOrderWorker(options: Omit<Work, "now"> & { now?: () => Date }): OrderWorker {
  const work: Work = { ...options, now: options.now ?? (() => new Date()) };
  const totals: WorkDone = {
    reconciled: 0,
    abandoned: 0,
    intents: 0,
    refundsRead: 0,
    refunds: 0,
    mails: 0,
    invitations: 0,
    salesCounted: 0,
    pairsCounted: 0,
    published: 0,
    daySheets: 0,
    offers: 0,
  };
  let reconciledAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  const mails = createLane(async () => ({
    mails: await doStep("mails", sendMails),
    invitations: await doStep("invitations", sendInvitations),
    daySheets: await doStep("daySheets", sendDaySheets),
  }));
  const reconciliation = createLane(() => reconcileWith(reconcileIfDue));
  const orders = createLane(async () => ({
    abandoned: await doStep("abandoned", cancelAbandonedOrders),
    intents: (await doStep("intents", closeIntents)) + (await doStep("intents", closeFeeIntents)),
  }));
  const refunds = createLane(async () => ({
    refundsRead: await doStep("refundsRead", readRefunds),
    refunds: await doStep("refunds", sendRefunds),
  }));
  const countSales = onceAnHour(() => callDatabase(work, "count_sales"));
  const countPairs = onceAnHour(() => callDatabase(work, "count_bought_together"));
  const sales = createLane(async () => ({
    salesCounted: await doStep("salesCounted", countSales),
    pairsCounted: await doStep("pairsCounted", countPairs),
  }));
  const articles = createLane(async () => ({
    published: await doStep("published", () => callDatabase(work, "publish_due_articles")),
  }));
  const offers = createLane(async () => ({
    offers: await doStep("offers", () => renewOffers(work, wakeOffersIn)),
  }));
  const lanes = [reconciliation, orders, refunds, mails, sales, articles, offers];

  async function doStep(name: keyof WorkDone, step: (work: Work) => Promise<number>): Promise<number> {
    if (isStopping) return 0;
    try {
      const count = await step(work);
      totals[name] += count;
      if (count > 0 && !TELLS_NOBODY.has(name) && timer) mails.wake();
      return count;
    } catch (error) {
      work.logError(error);
      return 0;
    }
  }

  async function reconcileWith(step: () => Promise<number>): Promise<{ reconciled: number }> {
    const reconciled = await doStep("reconciled", step);
    if (reconciled > 0 && timer) refunds.wake();
    return { reconciled };
  }

  async function reconcileIfDue(): Promise<number> {
    const now = work.now().getTime();
    if (now - reconciledAt < RECONCILE_MS) return 0;
    // A provider that cannot be reached is asked again in a minute, not in every round.
    reconciledAt = now - RECONCILE_MS + RETRY_RECONCILE_MS;
    const count = await reconcile(work);
    reconciledAt = now;
    return count;
  }

  /** What sells, and what is bought together: nobody sees an hour's difference. */
  function onceAnHour(count: () => Promise<number>): () => Promise<number> {
    let countedAt = Number.NEGATIVE_INFINITY;
    return async () => {
      const now = work.now().getTime();
      if (now - countedAt < COUNT_MS) return 0;
      countedAt = now;
      return count();
    };
  }

  /** An offer begins and ends at its moment, not in the round after it. */
  function wakeOffersIn(ms: number): void {
    if (timer && ms < ROUND_MS)
      setTimeout(() => (timer ? offers.wake() : undefined), Math.max(ms, 1)).unref();
  }

  function wake(): void {
    if (timer) for (const lane of lanes) lane.wake();
  }

  return {
    runOnce: async () => ({
      ...(await reconciliation.runOnce()),
      ...(await orders.runOnce()),
      ...(await refunds.runOnce()),
      ...(await mails.runOnce()),
      ...(await sales.runOnce()),
      ...(await articles.runOnce()),
      ...(await offers.runOnce()),
    }),
    // Beside the lane: two of them at once do nothing twice, and whoever asks hears of errors.
    reconcile: () => reconcile(work),
    start: () => {
      isStopping = false;
      timer ??= setInterval(wake, ROUND_MS);
      timer.unref();
      wake();
    },
    wake,
    stop: async () => {
      isStopping = true;
      if (timer) clearInterval(timer);
      timer = null;
      await Promise.all(lanes.map((lane) => lane.idle()));
    },
    totals: () => totals,
  };
}
