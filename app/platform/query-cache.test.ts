import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReadRefusedError, readWithRetries } from "./query-cache.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a read that fails is tried three times more, after 1, 2 and 4 seconds", async () => {
  const at: number[] = [];
  const startedAt = Date.now();
  const reading = readWithRetries(["failing"], async () => {
    at.push(Date.now() - startedAt);
    throw new Error("the network is away");
  });
  const outcome = expect(reading).rejects.toThrow("the network is away");
  await vi.advanceTimersByTimeAsync(60_000);
  await outcome;
  expect(at).toEqual([0, 1000, 3000, 7000]);
});

test("a refused read is not tried again", async () => {
  let count = 0;
  const reading = readWithRetries(["refused"], async () => {
    count += 1;
    throw new ReadRefusedError("no", 403);
  });
  await expect(reading).rejects.toThrow("no");
  expect(count).toBe(1);
});

test("what was read is stale at once: the next read asks again", async () => {
  let count = 0;
  const read = async () => {
    count += 1;
    return count;
  };
  expect(await readWithRetries(["fresh"], read)).toBe(1);
  expect(await readWithRetries(["fresh"], read)).toBe(2);
});
