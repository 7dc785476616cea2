import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

/** Heavy work of many visitors. */
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

test("a visitor who asks once does not wait for another's fifty", async () => {
  const { add, order, open } = aQueue();
  const all = Array.from({ length: 50 }, () => add("greedy"));
  all.push(add("other"));
  open();
  await Promise.all(all);
  // Running hashes, one per core but one, finish first; then the greedy client's first.
  expect(order.indexOf("other")).toBeLessThanOrEqual(8);
  expect(order).toHaveLength(51);
});

test("tasks over the queue's limit are rejected at once and accepted later", async () => {
  const { add, open } = aQueue({ maxWaiting: 30, maxWaitingPerClient: 5 });
  const added = Array.from({ length: 40 }, () => add("greedy"));
  const others = Array.from({ length: 60 }, (_, place) => add(`other ${place}`));
  open();
  const settled = await Promise.allSettled(added);
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const rest = await Promise.allSettled(others);
  expect(rest.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(20);
  await add("greedy");
});
