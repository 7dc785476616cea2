/** Queue of one group of jobs: its runs never overlap, and other queues do not wait for them. */
export interface JobQueue<Done> {
  /** Runs now, or after the current run. */
  runOnce(): Promise<Done>;
  /** Schedules a run, unless one is waiting to start. */
  wake(): void;
  /** Resolves after the current run. */
  idle(): Promise<void>;
}

export function createJobQueue<Done>(run: () => Promise<Done>): JobQueue<Done> {
  let isWaiting = false;
  let queue: Promise<unknown> = Promise.resolve();

  function runOnce(): Promise<Done> {
    const result = queue.then(() => {
      isWaiting = false;
      return run();
    });
    queue = result.catch(() => undefined);
    return result;
  }

  return {
    runOnce,
    wake: () => {
      if (isWaiting) return;
      isWaiting = true;
      void runOnce();
    },
    idle: async () => {
      await queue;
    },
  };
}
