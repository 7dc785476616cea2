/** Work of one kind: its runs never overlap, and no other kind waits for them. */
export interface JobQueue<Done> {
  /** Now, or after the run that is under way. */
  runOnce(): Promise<Done>;
  /** Schedules a run, unless one is waiting to start. */
  wake(): void;
  /** After the run that is under way. */
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
