import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createRenderQueue, RenderRejected } from "./render-queue.ts";

const OPTIONS = { running: 2, runningPerClient: 1, waitingPerClient: 3, waiting: 5, deadlineMs: 60_000 };

/** Creates a queue whose renders end when the test ends them. */
function aQueue(options: Partial<typeof OPTIONS> = {}) {
  const queue = createRenderQueue({ ...OPTIONS, ...options });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (client: string, name: string) =>
    queue.run(client, () => {
      started.push(name);
      return new Promise<string>((end) => ends.set(name, () => end(name)));
    });
  const end = async (name: string) => {
    await nextTurn();
    ends.get(name)?.();
    await nextTurn();
  };
  return { ask, end, started };
}

test("clients take turns, even if one requests many pages", async () => {
  const { ask, end, started } = aQueue({ running: 1 });
  const all = ["a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  all.push(ask("b", "b1"), ask("c", "c1"));
  for (const name of ["a1", "a2", "b1", "c1", "a3", "a4"]) await end(name);
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4", "b1", "c1"]);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
});

test("one client never takes all renders, and only a few run at once", async () => {
  const { ask, end, started } = aQueue();
  const all = [ask("a", "a1"), ask("a", "a2"), ask("b", "b1"), ask("c", "c1")];
  await nextTurn();
  expect(started).toEqual(["a1", "b1"]);
  for (const name of ["b1", "c1", "a1", "a2"]) await end(name);
  await Promise.all(all);
  expect(started).toEqual(["a1", "b1", "c1", "a2"]);
});

test("a client with too many waiting renders is rejected, and another is not", async () => {
  const { ask, end } = aQueue({ running: 1 });
  const waiting = ["a1", "a2", "a3", "a4"].map((name) => ask("a", name));
  await expect(ask("a", "a5")).rejects.toThrow(RenderRejected);
  waiting.push(ask("b", "b1"));
  for (const name of ["a1", "a2", "b1", "a3", "a4"]) await end(name);
  expect(await Promise.all(waiting)).toHaveLength(5);
});

test("the total number of waiting renders is limited", async () => {
  const { ask, end } = aQueue({ running: 1, waiting: 2 });
  const waiting = [ask("a", "a1"), ask("b", "b1"), ask("c", "c1")];
  await expect(ask("d", "d1")).rejects.toThrow(RenderRejected);
  for (const name of ["a1", "b1", "c1"]) await end(name);
  await Promise.all(waiting);
});

test("a render that does not end is rejected, and its place is freed", async () => {
  vi.useFakeTimers();
  const { ask, end } = aQueue({ running: 1, deadlineMs: 5000 });
  const given = expect(ask("a", "a1")).rejects.toThrow("The page took too long.");
  const next = ask("b", "b1");
  await vi.advanceTimersByTimeAsync(5000);
  await given;
  vi.useRealTimers();
  await end("b1");
  expect(await next).toBe("b1");
});

test("a failed render frees its place", async () => {
  const queue = createRenderQueue({ ...OPTIONS, running: 1 });
  await expect(queue.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue.run("b", async () => "whole")).toBe("whole");
});
