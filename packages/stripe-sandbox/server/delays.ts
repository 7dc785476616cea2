export type Outcome = "succeed" | "fail";

/** Something whose end comes later: a payment that is `processing`, a refund on its way to the bank, a hold. */
export interface Delay {
  /** Id of the payment intent, the refund, or the charge that is held. */
  id: string;
  kind: "payment" | "refund" | "hold";
  /** How it ends unless a person decides otherwise. */
  outcome: Outcome;
  /** Milliseconds since 1970. */
  startedAt: number;
  isOver: boolean;
}

export function newDelay(kind: Delay["kind"], id: string, outcome: Outcome): Delay {
  return { id, kind, outcome, startedAt: Date.now(), isOver: false };
}
