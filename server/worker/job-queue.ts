import PQueue from "p-queue";

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
  const queue = new PQueue({ concurrency: 1 });
  const runOnce = () => queue.add(run);
  return {
    runOnce,
    wake: () => {
      if (queue.size === 0) void runOnce();
    },
    idle: () => queue.onIdle(),
  };
}
