/** Names of the worker's queues. */
export type QueueName =
  | "reconciliation"
  | "sales"
  | "articles"
  | "offers"
  | "orders"
  | "refunds"
  | "mails"
  | "staffMails"
  | "pushes"
  | "orderTexts"
  | "stockMessages"
  | "deliveryPhotos";

const MAILS: readonly QueueName[] = ["mails"];
const REFUNDS: readonly QueueName[] = ["refunds", "mails"];

/** Texts are missing here, because they wait for ten seconds anyway. */
const QUEUES_OF_OUTCOMES: ReadonlyMap<string, readonly QueueName[]> = new Map([
  ["paid", MAILS],
  ["fee_paid", MAILS],
  ["failed", MAILS],
  ["paid_twice", REFUNDS],
  ["sold_out", REFUNDS],
  ["cancelled_order", REFUNDS],
  ["fee_was_withdrawn", REFUNDS],
  ["captured", REFUNDS],
  ["hold_released", REFUNDS],
]);

/**
 * Returns the queues whose jobs an event can have created.
 * @param outcome of `apply_payment_event`
 */
export function queuesOfOutcome(outcome: string): readonly QueueName[] {
  // The provider's refund may leave a rest that the store promised.
  if (outcome.startsWith("refund_")) return REFUNDS;
  return QUEUES_OF_OUTCOMES.get(outcome) ?? [];
}

/** A canceled order may have an open intent, a refund, an email, and products that others wait for. */
export const QUEUES_AFTER_CANCELING: readonly QueueName[] = ["orders", "refunds", "mails", "stockMessages"];
