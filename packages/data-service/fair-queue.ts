import { availableParallelism } from "node:os";
import PQueue from "p-queue";

export interface FairQueue {
  /** Runs the work in its turn. @throws the error of `reject` if too much work is waiting */
  add<Result>(client: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates a queue for CPU-bound work that leaves one core free. The client with the fewest waiting jobs goes first, so
 * that one client with many requests does not delay others.
 * @param limits jobs that may wait in total, and per client
 */
export function createFairQueue(
  limits: { maxWaiting: number; maxWaitingPerClient: number },
  reject: () => Error,
): FairQueue {
  const queue = new PQueue({ concurrency: Math.max(1, availableParallelism() - 1) });
  const waitingOf = new Map<string, number>();

  return {
    add: async (client, work) => {
      const waitingOfClient = waitingOf.get(client) ?? 0;
      if (waitingOfClient >= limits.maxWaitingPerClient || queue.size >= limits.maxWaiting) throw reject();
      waitingOf.set(client, waitingOfClient + 1);
      try {
        return await queue.add(work, { priority: -waitingOfClient });
      } finally {
        const left = (waitingOf.get(client) ?? 1) - 1;
        if (left === 0) waitingOf.delete(client);
        else waitingOf.set(client, left);
      }
    },
  };
}
