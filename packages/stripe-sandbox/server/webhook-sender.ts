import Stripe from "stripe";
import { attemptsOf, type Delivery, isDelivered } from "./deliveries.ts";
import type { SandboxEvent } from "./events.ts";
import type { SandboxStore } from "./sandbox-store.ts";
import { changeSettings, readSettings } from "./settings.ts";

export interface WebhookSender {
  /** Delivers the event now, and retries with growing pauses until the response is 2xx. */
  send(event: SandboxEvent): void;
  /** Resumes delivery of every undelivered event after a restart. */
  resume(): void;
  /** Holds back events until they are released. */
  hold(): Promise<void>;
  /** Delivers held events one after another, and stops holding. @returns their number */
  release(order: "as they happened" | "reversed"): Promise<number>;
  /** Delivers an event again, regardless of earlier deliveries. */
  sendAgain(event: SandboxEvent): Promise<Delivery>;
  stop(): Promise<void>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Pauses between attempts over three days, like Stripe: https://docs.stripe.com/webhooks#automatic-retries */
const RETRY_AFTER_MS = [
  ...[0, SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR],
];
const MAX_LOGGED_LENGTH = 200;

/**
 * Creates a sender that posts signed events to the store and logs each attempt with its response. The official SDK
 * creates the signatures: https://docs.stripe.com/webhooks#verify-manually
 * @param options.post delivers the request; the store passes its own `fetch`, so that no port is needed
 */
export function createWebhookSender(options: {
  store: SandboxStore;
  post: (request: Request) => Promise<Response> | Response;
  url: string;
  secret: string;
  retryAfterMs?: readonly number[];
}): WebhookSender {
  const { store, retryAfterMs = RETRY_AFTER_MS } = options;
  const timers = new Map<string, NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let isStopped = false;

  const isHolding = () => readSettings(store).isHolding;
  const undelivered = () => store.list("events").filter(({ id }) => !isDelivered(store.get("deliveries", id)));

  function forget(eventId: string): void {
    clearTimeout(timers.get(eventId));
    timers.delete(eventId);
  }

  function attemptAt(event: SandboxEvent, time: number): void {
    if (isStopped || isHolding()) return;
    forget(event.id);
    const timer = setTimeout(
      () => {
        attempt(event).catch((error: unknown) => {
          console.error(`sandbox: the delivery of event ${event.id} could not be saved:`, error);
          // The event may be delivered twice, as Stripe's are.
          attemptAt(event, Date.now() + (retryAfterMs[attemptsOf(store.get("deliveries", event.id)) + 1] ?? HOUR));
        });
      },
      Math.max(0, time - Date.now()),
    );
    // A scheduled delivery does not keep the process alive; it is made after the next start.
    timer.unref();
    timers.set(event.id, timer);
  }

  function attempt(event: SandboxEvent): Promise<Delivery> {
    forget(event.id);
    const made = deliver(event);
    underWay.add(made);
    void made.catch(() => undefined).then(() => underWay.delete(made));
    return made;
  }

  async function deliver(event: SandboxEvent): Promise<Delivery> {
    const { isTaken, answer } = await send(event);
    const earlier = store.get("deliveries", event.id);
    const attempts = attemptsOf(earlier) + 1;
    const now = Date.now();
    const isDone = isTaken || isDelivered(earlier);
    const pause = isDone ? undefined : retryAfterMs[attempts];
    const delivery: Delivery = {
      id: event.id,
      attempts,
      deliveredAt: isDone ? now : null,
      nextAttemptAt: pause === undefined ? null : now + pause,
      lastAnswer: answer,
    };
    await store.change((changes) => changes.put("deliveries", delivery));
    if (!isTaken) console.warn(`sandbox: event ${event.id} was not delivered (attempt ${attempts}): ${answer}`);
    if (delivery.nextAttemptAt !== null) attemptAt(event, delivery.nextAttemptAt);
    return delivery;
  }

  function resume(): void {
    for (const event of undelivered()) {
      const delivery = store.get("deliveries", event.id);
      attemptAt(event, (delivery && "nextAttemptAt" in delivery && delivery.nextAttemptAt) || 0);
    }
  }

  async function send(event: SandboxEvent): Promise<{ isTaken: boolean; answer: string }> {
    try {
      const response = await options.post(signedRequest(event, options.url, options.secret));
      const answer = `${response.status} ${(await response.text()).slice(0, MAX_LOGGED_LENGTH)}`.trim();
      return { isTaken: response.ok, answer };
    } catch (error) {
      return { isTaken: false, answer: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    send: (event) => attemptAt(event, 0),
    resume,
    hold: async () => {
      await store.change((changes) => changeSettings(changes, { isHolding: true }));
      for (const eventId of timers.keys()) forget(eventId);
    },
    release: async (order) => {
      const events = undelivered();
      if (order === "reversed") events.reverse();
      // Keep holding, so that new events come after these.
      for (const event of events) await attempt(event);
      await store.change((changes) => changeSettings(changes, { isHolding: false }));
      resume();
      return events.length;
    },
    sendAgain: attempt,
    stop: async () => {
      isStopped = true;
      for (const eventId of timers.keys()) forget(eventId);
      await Promise.allSettled(underWay);
    },
  };
}

function signedRequest(event: SandboxEvent, url: string, secret: string): Request {
  const payload = JSON.stringify(event, null, 2);
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    },
    body: payload,
  });
}
