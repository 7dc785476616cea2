import type { Stripe } from "stripe";
import type { DelayedOutcomes } from "./delayed-outcomes.ts";
import type { Outcome } from "./delays.ts";
import { isDelivered, type StoredDelivery } from "./deliveries.ts";
import { isAbout, type SandboxEvent } from "./events.ts";
import { captureIntent } from "./holds.ts";
import { NO_REQUEST, type RunCommand } from "./intent-command.ts";
import { cancelIntent, requireIntent } from "./payment-intents.ts";
import { createRefund } from "./refunds.ts";
import type { SandboxSettings, SandboxStore } from "./sandbox-store.ts";
import { changeSettings, readSettings } from "./settings.ts";
import { notFound } from "./stripe-error.ts";
import type { WebhookSender } from "./webhook-sender.ts";

/** A payment intent with the details shown on Stripe's dashboard. */
export interface ShownPayment {
  intent: Stripe.PaymentIntent;
  /** The latest charge; null before a card was tried. */
  charge: Stripe.Charge | null;
}

export interface ShownPaymentInFull extends ShownPayment {
  /** Whether its outcome can be set now. */
  isDelayed: boolean;
  refunds: { refund: Stripe.Refund; isDelayed: boolean }[];
  /** Oldest first. */
  events: { event: SandboxEvent; delivery: StoredDelivery | undefined }[];
}

/** Dashboard of the sandbox. Amounts are in cents. */
export interface SandboxDashboard {
  /** Lists payments, newest first. */
  listPayments(): ShownPayment[];
  findPayment(paymentIntentId: string): ShownPaymentInFull | null;
  settings(): SandboxSettings;
  /** Returns how many events the store has not accepted yet. */
  waitingCount(): number;
  /** Refunds an amount, or all that is left if it is null. @throws StripeSandboxError like the API */
  refund(paymentIntentId: string, amountCents: number | null): Promise<Stripe.Refund>;
  /** Captures an amount, or all that is held if it is null. @throws StripeSandboxError like the API */
  capture(paymentIntentId: string, amountCents: number | null): Promise<Stripe.PaymentIntent>;
  /** Releases a hold. @throws StripeSandboxError like the API */
  cancel(paymentIntentId: string): Promise<Stripe.PaymentIntent>;
  /** Ends a hold, as happens after seven days. */
  expire(paymentIntentId: string): Promise<boolean>;
  /** Ends a delayed payment or refund. @returns false if it has already ended */
  settle(id: string, outcome: Outcome): Promise<boolean>;
  /** Sets whether the next card payment stays `processing` for a while. */
  makeNextPaymentLate(isLate: boolean): Promise<void>;
  holdDeliveries(): Promise<void>;
  /** @returns how many events were delivered */
  releaseDeliveries(order: "as they happened" | "reversed"): Promise<number>;
  /** Delivers an event again. @returns the webhook's response */
  deliverAgain(eventId: string): Promise<string>;
}

export function createSandboxDashboard(options: {
  store: SandboxStore;
  run: RunCommand;
  sender: WebhookSender;
  delayed: DelayedOutcomes;
}): SandboxDashboard {
  const { store, run, sender, delayed } = options;

  const shown = (intent: Stripe.PaymentIntent): ShownPayment => ({
    intent,
    charge: store.get("charges", String(intent.latest_charge)) ?? null,
  });
  const isDelayed = (id: string) => store.get("delays", id)?.isOver === false;

  return {
    listPayments: () => store.list("paymentIntents").map(shown).reverse(),
    findPayment: (id) => {
      const intent = store.get("paymentIntents", id);
      if (!intent) return null;
      return {
        ...shown(intent),
        isDelayed: intent.status === "processing" && isDelayed(id),
        refunds: store
          .list("refunds")
          .filter((refund) => refund.payment_intent === id)
          .map((refund) => ({ refund, isDelayed: isDelayed(refund.id) })),
        events: store
          .list("events")
          .filter((event) => isAbout(event, id))
          .map((event) => ({ event, delivery: store.get("deliveries", event.id) })),
      };
    },
    settings: () => readSettings(store),
    waitingCount: () => store.list("events").filter(({ id }) => !isDelivered(store.get("deliveries", id))).length,
    refund: (paymentIntentId, amountCents) =>
      run(NO_REQUEST, (command) =>
        createRefund(command, {
          payment_intent: paymentIntentId,
          ...(amountCents === null ? {} : { amount: String(amountCents) }),
        }),
      ),
    capture: (paymentIntentId, amountCents) =>
      run(NO_REQUEST, (command) =>
        captureIntent(
          command,
          requireIntent(command.changes, paymentIntentId),
          amountCents === null ? {} : { amount_to_capture: String(amountCents) },
        ),
      ),
    cancel: (paymentIntentId) =>
      run(NO_REQUEST, (command) => cancelIntent(command, requireIntent(command.changes, paymentIntentId), {})),
    expire: async (paymentIntentId) =>
      delayed.settle(String(store.get("paymentIntents", paymentIntentId)?.latest_charge), "fail"),
    settle: delayed.settle,
    makeNextPaymentLate: async (isLate) => {
      await store.change((changes) => changeSettings(changes, { isNextPaymentLate: isLate }));
    },
    holdDeliveries: sender.hold,
    releaseDeliveries: sender.release,
    deliverAgain: async (eventId) => {
      const event = store.get("events", eventId);
      if (!event) throw notFound("event", eventId);
      return (await sender.sendAgain(event)).lastAnswer;
    },
  };
}
