import type { Stripe } from "stripe";
import { newEvent, type SandboxEvent, type SandboxEventType } from "./events.ts";
import type { Changes, SandboxStore } from "./sandbox-store.ts";
import { invalidRequest, type StripeSandboxError } from "./stripe-error.ts";

/**
 * Context of a command of the payment intent lifecycle, https://docs.stripe.com/payments/paymentintents/lifecycle. Each
 * command gets an intent, puts its changes, and returns the new intent. Amounts are in the currency's smallest unit.
 */
export type Command = { changes: Changes; request: SandboxEvent["request"] };

export const BEFORE_PAYMENT = ["requires_payment_method", "requires_confirmation", "requires_action"];

/** Stores the new state of the intent and the event that reports it. */
export function saveIntent(
  { changes, request }: Command,
  intent: Stripe.PaymentIntent,
  event?: SandboxEventType,
): Stripe.PaymentIntent {
  changes.put("paymentIntents", intent);
  if (event) changes.put("events", newEvent(event, intent, request));
  return intent;
}

/** Creates the error for a command that the intent's status does not allow. */
export function unexpectedState(intent: Stripe.PaymentIntent, message: string): StripeSandboxError {
  return invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
}

/** Runs one command at a time on the store, and passes on its events once they are on disk. */
export type RunCommand = <Result>(
  request: SandboxEvent["request"],
  decide: (command: Command) => Result,
) => Promise<Result>;

export function createCommandRunner(
  store: SandboxStore,
  onEvents: (events: readonly SandboxEvent[]) => void,
): RunCommand {
  return async (request, decide) => {
    const { result, events } = await store.change((changes) => decide({ changes, request }));
    onEvents(events);
    return result;
  };
}

/** Request of events without an API call: delayed outcomes, and actions on the dashboard. */
export const NO_REQUEST: SandboxEvent["request"] = { id: null, idempotency_key: null };
