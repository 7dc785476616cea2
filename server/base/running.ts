import type { StartError } from "@calabash/data-service/start-error";

/** Running parts of the store, to stop in reverse order. */
export interface Running {
  /** Adds a part, to be stopped before all parts that were added earlier. */
  add(end: () => Promise<unknown>): void;
  /** Stops everything, prints the reason, and ends the process. */
  giveUp(reason: StartError): void;
  /** Stops everything once; failures are logged and do not stop the rest. */
  stop(): Promise<void>;
}

export function trackRunning(): Running {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error: unknown) => console.error("Error while closing:", error));
    }
  };
  return {
    add: (end) => void ends.push(end),
    stop,
    giveUp: (reason) => {
      printReason(reason);
      void stop().then(() => process.exit(1));
    },
  };
}

/** Prints the error and its remedy, without a stack. */
export function printReason({ message, remedy }: StartError): void {
  console.error(`\n${message}\n→ ${remedy}`);
}
