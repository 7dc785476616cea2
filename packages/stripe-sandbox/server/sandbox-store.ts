import type { Stripe } from "stripe";
import { type AppendOnlyLog, openAppendOnlyLog } from "../append-only-log.ts";
import type { Delay } from "./delays.ts";
import type { StoredDelivery } from "./deliveries.ts";
import type { SandboxEvent } from "./events.ts";
import type { CardDecline, RefundPlan } from "./test-cards.ts";

/**
 * A card without the bank's response yet, by the intent's id: authentication is required, or the payment is delayed.
 */
export interface Challenge {
  id: string;
  method: Stripe.PaymentMethod;
  /** Decline that the bank will report; null if it approves. */
  decline: CardDecline | null;
  /** Number of the test card, to save it once it has paid; absent in earlier logs. */
  number?: string;
  refundPlan?: RefundPlan;
}

/** A payment method of a customer, or one that was detached. */
export interface StoredMethod {
  id: string;
  method: Stripe.PaymentMethod;
  /** Number of the test card, which decides how later payments end. */
  number: string;
}

export interface StoredResponse {
  id: string;
  fingerprint: string;
  status: 200 | 402;
  body: unknown;
  /** Seconds since 1970; ignored after a day. */
  created: number;
}

/** Settings of the sandbox's page. */
export interface SandboxSettings {
  id: "sandbox";
  /** Events are held back until they are released. */
  isHolding: boolean;
  /** The next payment stays `processing` for a while. */
  isNextPaymentLate: boolean;
}

interface Tables {
  customers: Stripe.Customer | Stripe.DeletedCustomer;
  /** Cards that were saved to a customer. */
  paymentMethods: StoredMethod;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  refunds: Stripe.Refund;
  challenges: Challenge;
  events: SandboxEvent;
  deliveries: StoredDelivery;
  answers: StoredResponse;
  /** Refund outcomes by charge id, for charges whose refunds do not succeed at once. */
  refundPlans: { id: string; plan: RefundPlan };
  delays: Delay;
  settings: SandboxSettings;
}

type Change = { [Name in keyof Tables]: { table: Name; row: Tables[Name] } }[keyof Tables];

/** Changes of one request, written as one line, so that after a crash all or none of them are present. */
export interface Changes {
  /** Also returns rows that this request, or one that is written with it, has put; so does `list`. */
  get<Name extends keyof Tables>(table: Name, id: string): Tables[Name] | undefined;
  list<Name extends keyof Tables>(table: Name): Tables[Name][];
  put<Name extends keyof Tables>(table: Name, row: Tables[Name]): void;
}

export interface SandboxStore {
  get<Name extends keyof Tables>(table: Name, id: string): Tables[Name] | undefined;
  /** In the order in which the rows were first put. */
  list<Name extends keyof Tables>(table: Name): Tables[Name][];
  /**
   * Runs one request at a time: `decide` reads the store and puts its changes synchronously; others see them once they
   * are on disk. Requests that arrive during a write are written together.
   */
  change<Result>(decide: (changes: Changes) => Result): Promise<{ result: Result; events: SandboxEvent[] }>;
  close(): Promise<void>;
}

/** A request that was decided and is not written yet. */
interface Decision {
  changes: Change[];
  /** Returns its result, or throws its error, to the caller. */
  resolve(): void;
  reject(error: unknown): void;
}

/** Returns the last row that the changes put under each id. */
function putIn<Name extends keyof Tables>(table: Name, changes: readonly Change[]): Map<string, Tables[Name]> {
  const rows = changes.flatMap((change) => (change.table === table ? [change.row as Tables[Name]] : []));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function openSandboxStore(file: string): Promise<SandboxStore> {
  const tables: { [Name in keyof Tables]: Map<string, Tables[Name]> } = {
    customers: new Map(),
    paymentMethods: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    challenges: new Map(),
    events: new Map(),
    deliveries: new Map(),
    answers: new Map(),
    refundPlans: new Map(),
    delays: new Map(),
    settings: new Map(),
  };
  const apply = (changes: Change[]) => {
    for (const { table, row } of changes) (tables[table] as Map<string, unknown>).set(row.id, row);
  };
  const appendOnlyLog: AppendOnlyLog<Change[]> = await openAppendOnlyLog<Change[]>(file, apply, { isSynced: true });
  const waiting: ((before: readonly Change[]) => Decision)[] = [];
  let writing: Promise<void> | null = null;

  function get<Name extends keyof Tables>(table: Name, id: string): Tables[Name] | undefined {
    return tables[table].get(id);
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const decided: Decision[] = [];
      for (const decide of waiting.splice(0)) decided.push(decide(decided.flatMap(({ changes }) => changes)));
      const lines = decided.map(({ changes }) => changes).filter(({ length }) => length > 0);
      try {
        if (lines.length > 0) await appendOnlyLog.append(...lines);
        for (const line of lines) apply(line);
        for (const { resolve } of decided) resolve();
      } catch (error) {
        for (const { reject } of decided) reject(error);
      }
    }
    writing = null;
  }

  return {
    get,
    list: (table) => [...tables[table].values()],
    change: (decide) =>
      new Promise((resolve, reject) => {
        waiting.push((before) => {
          const changes: Change[] = [];
          try {
            const result = decide({
              get: (table, id) => putIn(table, [...before, ...changes]).get(id) ?? get(table, id),
              list: (table) => [...new Map([...tables[table], ...putIn(table, [...before, ...changes])]).values()],
              put: (table, row) => void changes.push({ table, row } as Change),
            });
            const events = changes.flatMap(({ table, row }) => (table === "events" ? [row] : []));
            return { changes, resolve: () => resolve({ result, events }), reject };
          } catch (error) {
            // Its reason may be a change that others see only once it is written.
            return { changes: [], resolve: () => reject(error), reject };
          }
        });
        writing ??= Promise.resolve().then(writeAll);
      }),
    close: async () => {
      await writing;
      await appendOnlyLog.close();
    },
  };
}
