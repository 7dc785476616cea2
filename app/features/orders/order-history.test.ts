import { expect, test } from "vitest";
import { orderStepText, orderStepTexts, stepsToCome, stepToComeText } from "./order-history.ts";
import { ORDER_STATUSES } from "./order-status.ts";

test("every step of an order has words, and the last one says how it ended", () => {
  expect(ORDER_STATUSES.map((status) => orderStepText(status, "pickup"))).toEqual([
    "Order placed",
    "Payment received",
    "Being prepared",
    "Ready for pickup",
    "Out for delivery",
    "Picked up",
    "Canceled",
    "Refunded",
    "Refund failed",
  ]);
  expect(orderStepText("completed", "delivery")).toBe("Delivered");
  expect(orderStepTexts([{ status: "pending" }, { status: "paid" }], "pickup", true)).toEqual([
    "Order placed",
    "Card authorized",
  ]);
});

test("future steps are those of a pickup or a delivery", () => {
  expect(stepsToCome("pending", "pickup")).toEqual(["paid", "preparing", "ready", "completed"]);
  expect(stepsToCome("paid", "delivery")).toEqual(["preparing", "out_for_delivery", "completed"]);
  for (const ended of ["completed", "cancelled", "refunded"] as const) {
    expect(stepsToCome(ended, "pickup")).toEqual([]);
  }
  expect(stepsToCome("pending", "delivery").map((status) => stepToComeText(status, "delivery"))).toEqual([
    "Payment",
    "Preparation",
    "Out for delivery",
    "Delivery",
  ]);
});

test("a step back is told as one, and the way forward after it as any other", () => {
  const steps = (["pending", "paid", "preparing", "ready", "preparing", "ready", "completed"] as const).map(
    (status) => ({ status }),
  );
  expect(orderStepTexts(steps, "pickup")).toEqual([
    "Order placed",
    "Payment received",
    "Being prepared",
    "Ready for pickup",
    "Being prepared again",
    "Ready for pickup",
    "Picked up",
  ]);
  expect(orderStepTexts([{ status: "paid" }, { status: "preparing" }, { status: "paid" }], "delivery")).toEqual([
    "Payment received",
    "Being prepared",
    "Waiting to be prepared again",
  ]);
});
