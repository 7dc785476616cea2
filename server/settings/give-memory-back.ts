import { Session } from "node:inspector/promises";
import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

/** Memory that JavaScript holds, and its release. */
export interface Heap {
  /** Bytes allocated from the operating system, used or not. */
  bytes(): number;
  /** Share of the time since the last question that was spent at work, 0 to 1. */
  busyShare(): number;
  /** Runs a garbage collection, which blocks the process. */
  collect(): Promise<void>;
}

const LOOK_EVERY_MS = 10_000;
/** Collections block requests, so they run only while the process is mostly idle. */
const MOST_BUSY = 0.25;
/** Growth that justifies a garbage collection. */
const GROWN_TIMES = 1.5;
const GROWN_BYTES = 32 * 1024 ** 2;

/**
 * V8 collects when there is work, and after a rush there is none: what the rush left would be held until the next one.
 * So a process that has grown, and has little to do, collects by itself. @returns how to stop
 */
export function giveMemoryBack(onError: (error: unknown) => void, heap: Heap = heapOfProcess()): () => void {
  let kept = 0;
  const look = setInterval(() => {
    const isQuiet = heap.busyShare() <= MOST_BUSY;
    if (!isQuiet || heap.bytes() < kept * GROWN_TIMES + GROWN_BYTES) return;
    heap
      .collect()
      .then(() => {
        kept = heap.bytes();
      })
      .catch(onError);
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(look);
}

export function heapOfProcess(): Heap {
  let last = performance.eventLoopUtilization();
  return {
    bytes: () => getHeapStatistics().total_heap_size,
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    collect: async () => {
      // Node offers this only behind a flag; the inspector session is local to this process.
      const session = new Session();
      session.connect();
      await session.post("HeapProfiler.collectGarbage").finally(() => session.disconnect());
    },
  };
}
