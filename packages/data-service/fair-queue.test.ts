import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Returns a queue whose tasks wait until `open`. */
function aQueue(limits = { maxWaiting: 100, maxWaitingPerClient: 50 }) {
  const queue = createFairQueue(limits, () => new Error("too much"));
  const order: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const add = (client: string) =>
    queue.add(client, async () => {
      await gate;
      order.push(client);
    });
  return { add, order, open: () => open() };
}

test("a client with one job does not wait for another client's fifty", async () => {
  const { add, order, open } = aQueue();
  const all = Array.from({ length: 50 }, () => add("greedy"));
  all.push(add("other"));
  open();
  await Promise.all(all);
  // The running tasks (one per core but one) and the greedy client's first waiting one may finish earlier.
  expect(order.indexOf("other")).toBeLessThanOrEqual(8);
  expect(order).toHaveLength(51);
});

test("jobs over the queue's limit are rejected, and accepted later", async () => {
  const { add, open } = aQueue({ maxWaiting: 30, maxWaitingPerClient: 5 });
  const added = Array.from({ length: 40 }, () => add("greedy"));
  const others = Array.from({ length: 60 }, (_, place) => add(`other ${place}`));
  open();
  expect((await Promise.allSettled(added)).filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const rest = await Promise.allSettled(others);
  expect(rest.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(20);
  await add("greedy");
});
