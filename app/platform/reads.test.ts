import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PERSONAL_DATA_CLEARED } from "./session-events.ts";
import { SESSION_STORAGE_KEY } from "./stored-session.ts";

const window = new EventTarget();
const storage = new Map<string, string>();
vi.stubGlobal("window", window);
vi.stubGlobal("localStorage", { getItem: (key: string) => storage.get(key) ?? null });
// Vitest workers share modules between test files; this module must register its listener on the window above.
vi.resetModules();
const { invalidateReads, queryClient, READ_SETTINGS, ReadRejectedError, readAnswer, readKey, readWithRetries } =
  await import("./reads.ts");

function signIn(id: string) {
  storage.set(SESSION_STORAGE_KEY, JSON.stringify({ user: { id } }));
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the data cache has the stated settings: stale time 0, collected after 5 minutes, 3 retries from 1 s to 30 s", () => {
  expect([READ_SETTINGS.staleTime, READ_SETTINGS.gcTime]).toEqual([0, 300_000]);
  const failed = new Error("the network is down");
  expect([0, 1, 2, 3].map((count) => READ_SETTINGS.retry(count, failed))).toEqual([true, true, true, false]);
  expect([0, 1, 2, 3, 4, 5, 6].map(READ_SETTINGS.retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test("a failed read is retried three times, after 1, 2 and 4 seconds", async () => {
  const at: number[] = [];
  const startedAt = Date.now();
  const reading = readWithRetries(["failing"], async () => {
    at.push(Date.now() - startedAt);
    throw new Error("the network is down");
  });
  const outcome = expect(reading).rejects.toThrow("the network is down");
  await vi.advanceTimersByTimeAsync(60_000);
  await outcome;
  expect(at).toEqual([0, 1000, 3000, 7000]);
});

test("a rejected read is not retried", async () => {
  let count = 0;
  const reading = readWithRetries(["rejected"], async () => {
    count += 1;
    throw new ReadRejectedError("no", 403);
  });
  await expect(reading).rejects.toThrow("no");
  expect(count).toBe(1);
});

test("a read after a write does not share the request of a read before it", async () => {
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let count = 0;
  const read = () => responses[count++]?.promise ?? Promise.reject(new Error("a third request"));
  const before = readWithRetries(["drawer"], read);
  const written = invalidateReads();
  const after = [readWithRetries(["drawer"], read), readWithRetries(["drawer"], read)];
  responses[1]?.resolve("open");
  responses[0]?.resolve("closed");
  expect([await before, ...(await Promise.all(after))]).toEqual(["closed", "open", "open"]);
  await vi.advanceTimersByTimeAsync(1);
  await written;
});

test("a component's query of the same key and a number does not wait for itself", async () => {
  const readLost = () => readWithRetries(["lost"], async () => "an order");
  for (let occasion = 0; occasion < 5; occasion += 1) {
    const shown = queryClient.fetchQuery({ queryKey: readKey("lost", occasion), queryFn: readLost });
    expect(await Promise.race([shown, vi.advanceTimersByTimeAsync(1000)])).toBe("an order");
  }
});

test("cached data is stale at once: the next read requests it again", async () => {
  let count = 0;
  const read = async () => {
    count += 1;
    return count;
  };
  expect(await readWithRetries(["fresh"], read)).toBe(1);
  expect(await readWithRetries(["fresh"], read)).toBe(2);
});

test("concurrent reads of one key share a request, and another account requests its own", async () => {
  let count = 0;
  const read = async () => {
    count += 1;
    return count;
  };
  signIn("ama");
  const both = [readWithRetries(["order", 1], read), readWithRetries(["order", 1], read)];
  const other = readWithRetries(["order", 2], read);
  signIn("kofi");
  expect(await Promise.all([...both, other, readWithRetries(["order", 1], read)])).toEqual([1, 1, 2, 3]);
});

test("logging out removes cached reads, and a pending read once it has a response", async () => {
  signIn("ama");
  await readWithRetries(["profile"], async () => "Ama");
  const onItsWay = readWithRetries(["orders"], () => new Promise((done) => setTimeout(done, 1000, "orders")));
  const keysOfAma = () => queryClient.getQueryCache().findAll({ queryKey: ["ama"] }).length;
  expect(keysOfAma()).toBeGreaterThanOrEqual(2);
  window.dispatchEvent(new Event(PERSONAL_DATA_CLEARED));
  expect(keysOfAma()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await onItsWay).toBe("orders");
  expect(keysOfAma()).toBe(0);
});

test("a response that is not JSON shows the store's message, not the browser's", async () => {
  const words = "Something went wrong on our side. Try again.";
  await expect(readAnswer(new Response("<h1>Bad gateway</h1>", { status: 502 }))).rejects.toThrow(words);
  await expect(readAnswer(new Response(null, { status: 500 }))).rejects.toThrow(words);
  const rejected = readAnswer(Response.json({ error: "This order doesn't exist." }, { status: 404 }));
  await expect(rejected).rejects.toThrow(new ReadRejectedError("This order doesn't exist.", 404));
  expect(await readAnswer(Response.json([1]))).toEqual([1]);
});
