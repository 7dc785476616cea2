import { cancelAbandonedOrders, closeFeeIntents, closeIntents } from "./end-orders.ts";
import { createLane, type Lane } from "./lane.ts";
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

/** What `due_work` calls each kind of work that the database knows to be due. */
const DUE_KINDS = [
  "abandoned_orders",
  "unclosed_intents",
  "unclosed_fee_intents",
  "unread_refunds",
  "refunds",
  "mails",
  "invitations",
  "day_sheets",
  "articles",
  "offers",
] as const;
type DueKind = (typeof DUE_KINDS)[number];

type Counts = Partial<WorkDone>;

/** A kind of work that is done only when it is due. */
interface DueStep {
  kind: DueKind;
  counted: keyof WorkDone;
  step: (work: Work) => Promise<number>;
  /** Later steps of the lane that it may have made work for. */
  leadsTo?: readonly DueKind[];
}

/**
 * What the shop does by itself: refunds, intents of cancelled orders, orders that nobody paid, mails, and
 * asking the payment provider for what it did not tell. Each kind has a lane of its own, so that a slow
 * provider holds no mail and a slow mail server no refund. One question says in each round which of them have something
 * to do. Several processes may work at once: claims in the database keep them apart. An error in one thing is logged and
 * stops nothing else.
 */
export function createOrderWorker(options: Omit<Work, "now"> & { now?: () => Date }): OrderWorker {
  const work: Work = { ...options, now: options.now ?? (() => new Date()) };
  const totals = nothingDone();
  let reconciledAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let isStopping = false;

  /** Known to be due and not yet begun. */
  const due = new Set<DueKind>();

  const reconciliation = createLane(() => reconcileWith(reconcileIfDue));
  const orders = laneOf(
    {
      kind: "abandoned_orders",
      counted: "abandoned",
      step: cancelAbandonedOrders,
      leadsTo: ["unclosed_intents", "unclosed_fee_intents"],
    },
    { kind: "unclosed_intents", counted: "intents", step: closeIntents, leadsTo: ["unclosed_fee_intents"] },
    { kind: "unclosed_fee_intents", counted: "intents", step: closeFeeIntents },
  );
  const refunds = laneOf(
    { kind: "unread_refunds", counted: "refundsRead", step: readRefunds, leadsTo: ["refunds"] },
    { kind: "refunds", counted: "refunds", step: sendRefunds },
  );
  const mails = laneOf(
    { kind: "mails", counted: "mails", step: sendMails },
    { kind: "invitations", counted: "invitations", step: sendInvitations },
    { kind: "day_sheets", counted: "daySheets", step: sendDaySheets },
  );
  const articles = laneOf({
    kind: "articles",
    counted: "published",
    step: () => callDatabase(work, "publish_due_articles"),
  });
  const offers = laneOf({
    kind: "offers",
    counted: "offers",
    step: () => renewOffers(work, wakeOffersIn),
  });
  const countSales = onceAnHour(() => callDatabase(work, "count_sales"));
  const countPairs = onceAnHour(() => callDatabase(work, "count_bought_together"));
  const sales = createLane(async () => ({
    salesCounted: await doStep("salesCounted", countSales),
    pairsCounted: await doStep("pairsCounted", countPairs),
  }));
  /** These know by themselves when their time has come. */
  const timedLanes = [reconciliation, sales];
  /** What one does may be work for those after it. */
  const dueLanes = [articles, offers, orders, refunds, mails];
  const question = createLane(async () => {
    await askWhatIsDue();
    for (const lane of dueLanes) if (lane.hasDue()) lane.wake();
  });

  function laneOf(...steps: DueStep[]): Lane<Counts> & { hasDue(): boolean } {
    const lane = createLane(async () => {
      const counts: Counts = {};
      for (const { kind, counted, step, leadsTo = [] } of steps) {
        if (!due.delete(kind)) continue;
        counts[counted] = (counts[counted] ?? 0) + (await doStep(counted, step));
        for (const next of leadsTo) due.add(next);
      }
      return counts;
    });
    return { ...lane, hasDue: () => steps.some(({ kind }) => due.has(kind)) };
  }

  /** Without an answer each kind is looked at by itself, so that what is wrong with one stops nothing else. */
  async function askWhatIsDue(): Promise<void> {
    if (isStopping) return;
    let answer: readonly string[] = DUE_KINDS;
    try {
      answer = await callDatabase(work, "due_work");
    } catch (error) {
      work.logError(error);
    }
    for (const kind of DUE_KINDS) if (answer.includes(kind)) due.add(kind);
  }

  function wakeFor(lane: Lane<Counts>, ...kinds: DueKind[]): void {
    if (!timer) return;
    for (const kind of kinds) due.add(kind);
    lane.wake();
  }

  async function doStep(name: keyof WorkDone, step: (work: Work) => Promise<number>): Promise<number> {
    if (isStopping) return 0;
    try {
      const count = await step(work);
      totals[name] += count;
      if (count > 0 && !TELLS_NOBODY.has(name)) wakeFor(mails, "mails");
      return count;
    } catch (error) {
      work.logError(error);
      return 0;
    }
  }

  async function reconcileWith(step: () => Promise<number>): Promise<{ reconciled: number }> {
    const reconciled = await doStep("reconciled", step);
    if (reconciled > 0) wakeFor(refunds, "unread_refunds", "refunds");
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
    if (timer && ms < ROUND_MS) setTimeout(() => wakeFor(offers, "offers"), Math.max(ms, 1)).unref();
  }

  function wake(): void {
    if (timer) for (const lane of [question, ...timedLanes]) lane.wake();
  }

  return {
    runOnce: async () => {
      const done = nothingDone();
      for (const lane of timedLanes) addCounts(done, await lane.runOnce());
      let isAsked = false;
      for (const lane of dueLanes) {
        if (!isAsked) await askWhatIsDue();
        const counts = await lane.runOnce();
        addCounts(done, counts);
        isAsked = Object.keys(counts).length === 0;
      }
      return done;
    },
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
      await question.idle();
      await Promise.all([...timedLanes, ...dueLanes].map((lane) => lane.idle()));
    },
    totals: () => totals,
  };
}

function nothingDone(): WorkDone {
  return {
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
}

function addCounts(sum: WorkDone, counts: Counts): void {
  for (const [name, count] of Object.entries(counts)) sum[name as keyof WorkDone] += count;
}
