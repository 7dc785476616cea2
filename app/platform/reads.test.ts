import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetReads, READ_SETTINGS, ReadRefusedError, readAnswer, readWithRetries } from "./reads.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the data cache has the stated settings: stale time 0, collected after 5 minutes, 3 retries from 1 s to 30 s", () => {
  expect([READ_SETTINGS.staleTime, READ_SETTINGS.gcTime]).toEqual([0, 300_000]);
  const failed = new Error("the network is away");
  expect([0, 1, 2, 3].map((count) => READ_SETTINGS.retry(count, failed))).toEqual([true, true, true, false]);
  expect([0, 1, 2, 3, 4, 5, 6].map(READ_SETTINGS.retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
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

test("reads of the same thing at the same time are one, and another account asks for itself", async () => {
  let count = 0;
  const read = async () => {
    count += 1;
    return count;
  };
  const both = [readWithRetries(["order", 1], read), readWithRetries(["order", 1], read)];
  const other = readWithRetries(["order", 2], read);
  forgetReads();
  const next = readWithRetries(["order", 1], read);
  expect(await Promise.all([...both, other, next])).toEqual([1, 1, 2, 3]);
});

test("an answer that is no JSON is told in the shop's words, not the browser's", async () => {
  const words = "Something went wrong on our side. Please try again.";
  await expect(readAnswer(new Response("<h1>Bad gateway</h1>", { status: 502 }))).rejects.toThrow(words);
  await expect(readAnswer(new Response(null, { status: 500 }))).rejects.toThrow(words);
  const refused = readAnswer(Response.json({ error: "There is no such order." }, { status: 404 }));
  await expect(refused).rejects.toThrow(new ReadRefusedError("There is no such order.", 404));
  expect(await readAnswer(Response.json([1]))).toEqual([1]);
});
