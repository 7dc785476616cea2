import type { Stripe } from "stripe";
import { newEvent, type SandboxEvent, type SandboxEventType } from "./events.ts";
import type { Changes, SandboxStore } from "./sandbox-store.ts";
import { invalidRequest, type StripeSandboxError } from "./stripe-error.ts";

/**
 * The life of a payment intent, as https://docs.stripe.com/payments/paymentintents/lifecycle has it.
 * Each command takes the intent as it is, notes the changes, and returns the intent as it will be;
 * amounts are in the currency's smallest unit.
 */
export interface Command {
  changes: Changes;
  request: SandboxEvent["request"];
}

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

/** The error of a command that the intent's status does not allow. */
export function unexpectedState(intent: Stripe.PaymentIntent, message: string): StripeSandboxError {
  return invalidRequest(message, { code: "payment_intent_unexpected_state", payment_intent: intent });
}

/** Runs a command alone on the store, and hands on the events it caused once they lie on the disk. */
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
