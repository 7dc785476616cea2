import { expect, it } from "vitest";
import { inTaskOfItsOwn } from "./task-of-its-own.ts";

it("delivers a whole stream, and its first chunk after the task that requested it", async () => {
  const parts = new ReadableStream<string>({
    start(controller) {
      controller.enqueue("a page's ");
      controller.enqueue("data");
      controller.close();
    },
  });
  const reader = inTaskOfItsOwn(parts).getReader();
  let hasPart = false;
  const firstPart = reader.read().then(({ value }) => {
    hasPart = true;
    return value;
  });
  // Awaiting null only runs microtasks: no timer fires, so all of this is one task.
  for (let step = 0; step < 100; step += 1) await null;
  expect(hasPart).toBe(false);

  expect(await firstPart).toBe("a page's ");
  expect(await reader.read()).toEqual({ done: false, value: "data" });
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});

it("forwards errors and cancellation", async () => {
  const failing = new ReadableStream({
    pull() {
      throw new Error("The line broke.");
    },
  });
  await expect(inTaskOfItsOwn(failing).getReader().read()).rejects.toThrow("The line broke.");

  let reason: unknown;
  const endless = new ReadableStream({
    cancel(given) {
      reason = given;
    },
  });
  await inTaskOfItsOwn(endless).cancel("enough");
  expect(reason).toBe("enough");
});
