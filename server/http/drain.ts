import { setTimeout as delay } from "node:timers/promises";

/** Time between the signal to stop and the end, in which a balancer notices and sends its requests elsewhere. */
export interface Drain {
  isDraining(): boolean;
  /** Resolves when the process may stop serving. */
  run(): Promise<void>;
}

/** @param seconds 0 where nobody watches */
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
