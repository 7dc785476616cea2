/** Too many renders are waiting, or this one took too long; the client may retry. */
export class RenderRejected extends Error {}

export interface RenderQueueOptions {
  /** Maximum number of concurrent renders. */
  running: number;
  /** Maximum of concurrent renders for one client. */
  runningPerClient: number;
  /** Maximum number of waiting renders, for one client and in total. */
  waitingPerClient: number;
  waiting: number;
  /** Milliseconds after which a render is rejected. */
  deadlineMs: number;
}

type Start = () => void;

/** Renders a few pages at a time; clients take turns, so that many requests of one do not delay others. */
export function createRenderQueue(options: RenderQueueOptions) {
  /** Waiting renders by client, in the order of the clients' next turns. */
  const waiting = new Map<string, Start[]>();
  const running = new Map<string, number>();
  let waitingCount = 0;
  let runningCount = 0;

  return { run, load: () => ({ running: runningCount, waiting: waitingCount }) };

  /**
   * Runs a render when it is the client's turn.
   * @param client network that the render is for; "" is the store itself, which counts as one client
   * @throws RenderRejected if too many renders wait, or at the deadline
   */
  async function run<Result>(client: string, render: () => Promise<Result>): Promise<Result> {
    await turnOf(client);
    const deadline = Promise.withResolvers<never>();
    const clock = setTimeout(() => deadline.reject(new RenderRejected("The page took too long.")), options.deadlineMs);
    try {
      return await Promise.race([render(), deadline.promise]);
    } finally {
      clearTimeout(clock);
      leave(client);
    }
  }

  function turnOf(client: string): Promise<void> | undefined {
    if (mayRun(client)) return void enter(client);
    const line = waiting.get(client) ?? [];
    if (line.length >= options.waitingPerClient || waitingCount >= options.waiting) {
      throw new RenderRejected("Too many pages are waiting to be rendered.");
    }
    waiting.set(client, line);
    waitingCount += 1;
    return new Promise((start) => line.push(start));
  }

  function mayRun(client: string): boolean {
    return runningCount < options.running && (running.get(client) ?? 0) < options.runningPerClient;
  }

  function enter(client: string): void {
    runningCount += 1;
    running.set(client, (running.get(client) ?? 0) + 1);
  }

  function leave(client: string): void {
    runningCount -= 1;
    const left = (running.get(client) ?? 1) - 1;
    if (left === 0) running.delete(client);
    else running.set(client, left);
    startNext();
  }

  function startNext(): void {
    for (const [client, line] of waiting) {
      if (!mayRun(client)) continue;
      const start = line.shift();
      waitingCount -= 1;
      // Moves the client to the end of the line.
      waiting.delete(client);
      if (line.length > 0) waiting.set(client, line);
      enter(client);
      start?.();
      return;
    }
  }
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;
