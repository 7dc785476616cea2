import type { DataServiceEvent } from "@calabash/data-service";

/** Events of the store. Times are in milliseconds; paths of requests have no query unless stated otherwise. */
export type StoreEvent =
  | DataServiceEvent
  /** A response of the app is ready. */
  | ({ type: "request"; status: number; ms: number } & RequestFacts)
  /** A page or file was sent from memory, before the app. `path` includes the query. */
  | { type: "cached-response"; id: string; path: string; status: 200 | 304; ms: number }
  /** The request limit rejected a request before the app. */
  | ({ type: "over-limit" } & RequestFacts)
  /** Response 401, 403, 429, or a wrong password. `user` is set only for a verified token. */
  | ({ type: "rejection"; status: number; user: string | null; reason: string | null } & RequestFacts)
  /** A change through the data service with a verified token; `row` is the filter by id that selected the rows. */
  | ({ type: "change"; status: number; row: string | undefined; bearer: Bearer } & RequestFacts)
  /** The app found or rendered a page; `path` is its cache key. */
  | ({ type: "page"; path: string } & PageTiming)
  /** A page could not be rendered. */
  | { type: "page-rejected"; path: string }
  /** An event of the payment provider was applied; `outcome` as in `payment_events.outcome`. */
  | { type: "payment-event"; outcome: string }
  /** The payment provider responded; `status` is null if it did not. Ids in `path` are replaced. */
  | { type: "payment-request"; method: string; path: string; status: number | null; ms: number }
  /** An order was admitted, or given a place in line. */
  | { type: "waiting-line"; isAdmitted: boolean }
  /** Notifications for order boards stopped arriving, so that boards poll, or arrive again. */
  | { type: "board-updates"; isLive: boolean }
  /** The place of stored files responded at the start, or did not. */
  | { type: "files"; isAvailable: boolean }
  /** An email was sent through the mail server or stored in the mailbox, or failed. */
  | { type: "email"; ms: number; isFailed: boolean };

type RequestFacts = { id: string; method: string; path: string };

/** Account and role of a token. */
export type Bearer = { userId: string | null; role: string | null };

/** How a page was found and how long it took, in milliseconds. */
export interface PageTiming {
  /**
   * `hit`: cached and current; `unchanged`: verified after a change of content and reused; `rendered`; `stale`:
   * outdated, sent because the page cannot be rendered now.
   */
  cache: "hit" | "unchanged" | "rendered" | "stale";
  /** Waiting for a turn to render. */
  queueMs: number;
  /** Rendering and compressing, including reads. */
  renderMs: number;
  /** Waiting for the data service. */
  databaseMs: number;
}

type EventOf<Type extends StoreEvent["type"]> = Extract<StoreEvent, { type: Type }>;

/** Handlers by event type. They must not throw or block, because a request waits for them. */
export type Subscriber = { readonly [Type in StoreEvent["type"]]?: (event: EventOf<Type>) => void };

/** Reports an event. */
export type Observe = (event: StoreEvent) => void;

export interface Events {
  observe: Observe;
  subscribe(subscriber: Subscriber): void;
}

/**
 * Creates events that are passed to all subscribers synchronously and in their order. An event without handlers costs
 * almost nothing.
 */
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
