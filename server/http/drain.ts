import { setTimeout as delay } from "node:timers/promises";

/** Time between the stop signal and shutdown, in which a load balancer notices and sends requests elsewhere. */
export interface Drain {
  isDraining(): boolean;
  /** Resolves when the process may stop serving. */
  run(): Promise<void>;
}

/**
 * Creates the drain.
 * @param seconds 0 without a load balancer
 */
export function createDrain(seconds: number): Drain {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    run: async () => {
      isDraining = true;
      await delay(seconds * 1000);
    },
  };
}
