/** Delivery status of an event to the store's webhook. */
export interface Delivery {
  /** Id of the event. */
  id: string;
  attempts: number;
  /** Milliseconds since 1970; null until the store has responded with 2xx. */
  deliveredAt: number | null;
  /** Milliseconds since 1970; null if it was delivered, or no retry is scheduled. */
  nextAttemptAt: number | null;
  /** Last response of the webhook, for example `200 {"received":true}`, or the error. */
  lastAnswer: string;
}

/** Logs of older versions contain only the ids of delivered events. */
export type StoredDelivery = Delivery | { id: string };

export function isDelivered(delivery: StoredDelivery | undefined): boolean {
  return delivery !== undefined && !("deliveredAt" in delivery && delivery.deliveredAt === null);
}

export function attemptsOf(delivery: StoredDelivery | undefined): number {
  if (delivery === undefined) return 0;
  return "attempts" in delivery ? delivery.attempts : 1;
}
