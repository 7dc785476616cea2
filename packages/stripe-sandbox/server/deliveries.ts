/** How it stands with the delivery of one event to the shop's webhook. */
export interface Delivery {
  /** The event's. */
  id: string;
  attempts: number;
  /** Milliseconds since 1970; null until the shop has answered 2xx. */
  deliveredAt: number | null;
  /** Milliseconds since 1970; null when delivered, or when no retry is scheduled. */
  nextAttemptAt: number | null;
  /** Last response of the webhook, for example `200 {"received":true}`, or why there was none. */
  lastAnswer: string;
}

/** A log from before attempts were counted has the ids of delivered events alone. */
export type StoredDelivery = Delivery | { id: string };

export function isDelivered(delivery: StoredDelivery | undefined): boolean {
  return delivery !== undefined && !("deliveredAt" in delivery && delivery.deliveredAt === null);
}

export function attemptsOf(delivery: StoredDelivery | undefined): number {
  if (delivery === undefined) return 0;
  return "attempts" in delivery ? delivery.attempts : 1;
}
