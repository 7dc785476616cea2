import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveMemoryBack, heapOfProcess } from "./give-memory-back.ts";

const MB = 1024 ** 2;
const TEN_SECONDS = 10_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** 50 MB of it are in use. */
function aHeap(megabytes: number) {
  const heap = { megabytes, busy: 0, collections: 0, isRefused: false };
  const errors: unknown[] = [];
  const stop = giveMemoryBack((error) => errors.push(error), {
    bytes: () => heap.megabytes * MB,
    busyShare: () => heap.busy,
    collect: async () => {
      heap.collections += 1;
      if (heap.isRefused) throw new Error("refused");
      heap.megabytes = 50;
    },
  });
  return { heap, stop, errors };
}

test("what a start and a rush left is given back when there is little to do, and once", async () => {
  const { heap } = aHeap(120);
  await vi.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(heap).toMatchObject({ collections: 1, megabytes: 50 });
  heap.megabytes = 255;
  await vi.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(heap).toMatchObject({ collections: 2, megabytes: 50 });
  await vi.advanceTimersByTimeAsync(100 * TEN_SECONDS);
  expect(heap.collections).toBe(2);
});

test("during a rush nobody waits for it", async () => {
  const { heap } = aHeap(255);
  heap.busy = 0.6;
  await vi.advanceTimersByTimeAsync(10 * TEN_SECONDS);
  expect(heap.collections).toBe(0);
  heap.busy = 0.1;
  await vi.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(heap.collections).toBe(1);
});

test("what everyday work leaves is not worth it", async () => {
  const { heap } = aHeap(120);
  await vi.advanceTimersByTimeAsync(TEN_SECONDS);
  heap.megabytes = 100;
  await vi.advanceTimersByTimeAsync(10 * TEN_SECONDS);
  expect(heap.collections).toBe(1);
});

test("nothing is collected once the shop is closing", async () => {
  const { heap, stop } = aHeap(255);
  stop();
  await vi.advanceTimersByTimeAsync(10 * TEN_SECONDS);
  expect(heap.collections).toBe(0);
});

test("a collection that is refused is told, and tried again", async () => {
  const { heap, errors } = aHeap(255);
  heap.isRefused = true;
  await vi.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(errors).toHaveLength(1);
  heap.isRefused = false;
  await vi.advanceTimersByTimeAsync(TEN_SECONDS);
  expect(heap).toMatchObject({ collections: 2, megabytes: 50 });
});

test("the process's own heap is smaller after a collection", async () => {
  vi.useRealTimers();
  const heap = heapOfProcess();
  const grown = bytesAfterARush();
  await heap.collect();
  expect(heap.bytes()).toBeLessThan(grown - 50 * MB);
  function bytesAfterARush(): number {
    const visits = Array.from({ length: 1_000_000 }, (_, place) => ({ place, path: [`/x/${place}`] }));
    return visits.length === 1_000_000 ? heap.bytes() : 0;
  }
});
