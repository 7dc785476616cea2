/** There is no room for another render, or it took too long; the visitor may try again. */
export class RenderRejected extends Error {}

export interface RenderQueueOptions {
  /** Renders at the same time. */
  running: number;
  /** Maximum of one client. */
  runningPerVisitor: number;
  /** Renders that wait: for one visitor, and in all. */
  waitingPerVisitor: number;
  waiting: number;
  /** Milliseconds after which a waiting render is rejected. */
  deadlineMs: number;
}

type Start = () => void;

/** Renders a few pages at a time; clients take turns, so that many requests of one do not delay others. */
export function createRenderQueue(options: RenderQueueOptions) {
  /** In the order of their next turns. */
  const waiting = new Map<string, Start[]>();
  const running = new Map<string, number>();
  let waitingCount = 0;
  let runningCount = 0;

  return { run };

  /**
   * @param visitor whom the render is for; "" is the shop itself, which counts as one visitor
   * @throws RenderRejected when too many wait, or at the deadline
   */
  async function run<Result>(visitor: string, render: () => Promise<Result>): Promise<Result> {
    await turnOf(visitor);
    const deadline = Promise.withResolvers<never>();
    const clock = setTimeout(() => deadline.reject(new RenderRejected("The page took too long.")), options.deadlineMs);
    try {
      return await Promise.race([render(), deadline.promise]);
    } finally {
      clearTimeout(clock);
      leave(visitor);
    }
  }

  function turnOf(visitor: string): Promise<void> | undefined {
    if (mayRun(visitor)) return void enter(visitor);
    const line = waiting.get(visitor) ?? [];
    if (line.length >= options.waitingPerVisitor || waitingCount >= options.waiting) {
      throw new RenderRejected("Too many pages are waited for.");
    }
    waiting.set(visitor, line);
    waitingCount += 1;
    return new Promise((start) => line.push(start));
  }

  function mayRun(visitor: string): boolean {
    return runningCount < options.running && (running.get(visitor) ?? 0) < options.runningPerVisitor;
  }

  function enter(visitor: string): void {
    runningCount += 1;
    running.set(visitor, (running.get(visitor) ?? 0) + 1);
  }

  function leave(visitor: string): void {
    runningCount -= 1;
    const left = (running.get(visitor) ?? 1) - 1;
    if (left === 0) running.delete(visitor);
    else running.set(visitor, left);
    startNext();
  }

  function startNext(): void {
    for (const [visitor, line] of waiting) {
      if (!mayRun(visitor)) continue;
      const start = line.shift();
      waitingCount -= 1;
      // To the end of the row.
      waiting.delete(visitor);
      if (line.length > 0) waiting.set(visitor, line);
      enter(visitor);
      start?.();
      return;
    }
  }
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;
