import { expect, test } from "vitest";
import { createEvents, type StoreEvent } from "./events.ts";

const EMAIL: StoreEvent = { type: "email", ms: 3, isFailed: false };

test("an event reaches each subscriber that handles its type, in order of subscription", () => {
  const { observe, subscribe } = createEvents();
  const received: unknown[] = [];
  subscribe({ email: ({ ms }) => received.push(["first", ms]) });
  subscribe({ "payment-event": () => received.push("another type") });
  subscribe({ email: ({ ms }) => received.push(["second", ms]) });
  observe(EMAIL);
  expect(received).toEqual([
    ["first", 3],
    ["second", 3],
  ]);
});

test("a subscriber added later receives later events", () => {
  const { observe, subscribe } = createEvents();
  const received: StoreEvent[] = [];
  observe(EMAIL);
  subscribe({ email: (event) => received.push(event) });
  observe(EMAIL);
  expect(received).toEqual([EMAIL]);
});
