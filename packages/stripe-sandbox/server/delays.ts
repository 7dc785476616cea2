export type Outcome = "succeed" | "fail";

/** A delayed outcome: of a payment that is `processing`, a pending refund, or a hold. */
export interface Delay {
  /** Id of the payment intent, refund, or held charge. */
  id: string;
  kind: "payment" | "refund" | "hold";
  /** Outcome unless the user of the dashboard sets another one. */
  outcome: Outcome;
  /** Milliseconds since 1970. */
  startedAt: number;
  isOver: boolean;
}

export function newDelay(kind: Delay["kind"], id: string, outcome: Outcome): Delay {
  return { id, kind, outcome, startedAt: Date.now(), isOver: false };
}
