/** What a started shop must stop again. */
export interface Running {
  /** To be ended before everything that was added earlier. */
  add(end: () => Promise<unknown>): void;
  /** Ends everything once; what fails on its way is told, and holds up nothing else. */
  stop(): Promise<void>;
}

export function trackRunning(): Running {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (end) => void ends.push(end),
    stop: async () => {
      for (const end of ends.splice(0).reverse()) {
        await end().catch((error: unknown) => console.error("While closing:", error));
      }
    },
  };
}
