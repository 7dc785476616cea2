import { expect, test } from "vitest";
import { canStepBack, nextMovesOf, nextStepOf } from "./order-steps.ts";

const NOW = new Date("2026-11-24T18:00:00Z");

test("the next status depends on the current status and the delivery type", () => {
  expect(nextStepOf({ status: "paid", deliveryType: "pickup" })).toBe("preparing");
  expect(nextStepOf({ status: "preparing", deliveryType: "pickup" })).toBe("ready");
  expect(nextStepOf({ status: "preparing", deliveryType: "delivery" })).toBe("out_for_delivery");
  expect(nextStepOf({ status: "ready", deliveryType: "pickup" })).toBe("completed");
  expect(nextStepOf({ status: "completed", deliveryType: "pickup" })).toBeNull();
});

test("each order moves to its own next status, and completed orders do not move", () => {
  const statuses = { a: "paid", b: "preparing", c: "completed" } as const;
  const cards = Object.entries(statuses).map(([id, status]) => ({ id, status, deliveryType: "pickup" as const }));
  expect(nextMovesOf(cards)).toEqual([
    { orderId: "a", to: "preparing" },
    { orderId: "b", to: "ready" },
  ]);
});

test("a status change can be undone for 15 minutes", () => {
  const moved = { movedFrom: "preparing", movedAt: "2026-11-24T17:46:00Z" } as const;
  expect(canStepBack(moved, NOW)).toBe(true);
  expect(canStepBack({ ...moved, movedAt: "2026-11-24T17:44:00Z" }, NOW)).toBe(false);
  expect(canStepBack({ ...moved, movedFrom: null }, NOW)).toBe(false);
});
