import { availableParallelism } from "node:os";
import PQueue from "p-queue";

export interface FairQueue {
  /** Does the work when its turn comes. @throws what `refuse` makes when too much waits already */
  add<Result>(visitor: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Queue for CPU-bound work that leaves one core free. The client with the fewest waiting jobs goes first, so that
 * one client with many requests does not delay others.
 * @param limits how much may wait in all, and of one visitor
 */
export function createFairQueue(
  limits: { maxWaiting: number; maxWaitingOfVisitor: number },
  reject: () => Error,
): FairQueue {
  const queue = new PQueue({ concurrency: Math.max(1, availableParallelism() - 1) });
  const waitingOf = new Map<string, number>();

  return {
    add: async (visitor, work) => {
      const ofVisitor = waitingOf.get(visitor) ?? 0;
      if (ofVisitor >= limits.maxWaitingOfVisitor || queue.size >= limits.maxWaiting) throw reject();
      waitingOf.set(visitor, ofVisitor + 1);
      try {
        return await queue.add(work, { priority: -ofVisitor });
      } finally {
        const left = (waitingOf.get(visitor) ?? 1) - 1;
        if (left === 0) waitingOf.delete(visitor);
        else waitingOf.set(visitor, left);
      }
    },
  };
}
