import type { DataServiceEvent } from "@calabash/data-service";

/** Events of the store. Times are in milliseconds, paths of requests are without their query unless stated. */
export type StoreEvent =
  | DataServiceEvent
  /** A response of the app is ready. */
  | ({ type: "request"; status: number; ms: number } & RequestFacts)
  /** A page or file was sent from memory, before the app. `path` has its query. */
  | { type: "cached-response"; id: string; path: string; status: 200 | 304; ms: number }
  /** The request limit rejected a request before the app. */
  | ({ type: "over-limit" } & RequestFacts)
  /** 401, 403, 429, or a wrong password. `user` only for a verified token. */
  | ({ type: "rejection"; status: number; user: string | null; reason: string | null } & RequestFacts)
  /** A change through the data service with a verified token; `row` is the filter by id that named its rows. */
  | ({ type: "change"; status: number; row: string | undefined; bearer: Bearer } & RequestFacts)
  /** The app found or rendered a page; `path` is the one that it is cached under. */
  | ({ type: "page"; path: string } & PageTiming)
  /** A page could not be rendered now. */
  | { type: "page-rejected"; path: string }
  /** An event of the payment provider was applied; `outcome` as in `payment_events.outcome`. */
  | { type: "payment-event"; outcome: string }
  /** The payment provider responded, or did not: then `status` is null. `path` has its ids replaced. */
  | { type: "payment-request"; method: string; path: string; status: number | null; ms: number }
  /** An order was admitted, or given a place in line. */
  | { type: "waiting-line"; isAdmitted: boolean }
  /** Notifications for order boards stopped arriving, so that boards poll, or arrive again. */
  | { type: "board-updates"; isLive: boolean }
  /** The mail server, or the mailbox, took an email, or did not. */
  | { type: "email"; ms: number; isFailed: boolean };

interface RequestFacts {
  id: string;
  method: string;
  path: string;
}

/** Account and role of a token. */
export interface Bearer {
  userId: string | null;
  role: string | null;
}

/** How a page was found and how long it took, in milliseconds. */
export interface PageTiming {
  /**
   * `hit`: cached and current; `unchanged`: checked after a change of content, and sent as it was; `rendered`; `stale`:
   * outdated, because it cannot be rendered now.
   */
  cache: "hit" | "unchanged" | "rendered" | "stale";
  /** Waiting for a turn to render. */
  queueMs: number;
  /** Rendering and compressing, the reads included. */
  renderMs: number;
  /** Waiting for the data service. */
  databaseMs: number;
}

type EventOf<Type extends StoreEvent["type"]> = Extract<StoreEvent, { type: Type }>;

/** Handlers by the type of event. They must not throw or block: a request waits for them. */
export type Subscriber = { readonly [Type in StoreEvent["type"]]?: (event: EventOf<Type>) => void };

/** Reports an event where it happens. */
export type Observe = (event: StoreEvent) => void;

export interface Events {
  observe: Observe;
  subscribe(subscriber: Subscriber): void;
}

/** Hands each event to all subscribers, at once and in their order. An event that none handles costs almost nothing. */
export function createEvents(): Events {
  const subscribers: Subscriber[] = [];
  return {
    observe: (event) => {
      for (const subscriber of subscribers) {
        const handle = subscriber[event.type] as ((event: StoreEvent) => void) | undefined;
        handle?.(event);
      }
    },
    subscribe: (subscriber) => void subscribers.push(subscriber),
  };
}
