/** Test charges that the webhook received. */
export interface ReceivedCharges {
  report(paymentIntentId: string): void;
  /** Returns whether the charge was received, or is received before the timeout. */
  wait(paymentIntentId: string): Promise<boolean>;
}

/** Records charges in this process only; another process of the store may receive the webhook instead. */
export function createReceivedCharges(waitMs = 15_000): ReceivedCharges {
  const received = new Map<string, PromiseWithResolvers<boolean>>();
  const of = (id: string) => {
    const known = received.get(id) ?? Promise.withResolvers<boolean>();
    received.set(id, known);
    return known;
  };
  return {
    report: (id) => of(id).resolve(true),
    wait: async (id) => {
      const known = of(id);
      const timer = setTimeout(() => known.resolve(false), waitMs);
      try {
        return await known.promise;
      } finally {
        clearTimeout(timer);
        received.delete(id);
      }
    },
  };
}
