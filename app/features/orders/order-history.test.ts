import { expect, test } from "vitest";
import { orderStepText } from "./order-history.ts";
import { ORDER_STATUSES } from "./order-status.ts";

test("every step of an order has words, and the last one says how it ended", () => {
  expect(ORDER_STATUSES.map((status) => orderStepText(status, "pickup"))).toEqual([
    "Order placed",
    "Payment received",
    "Being prepared",
    "Ready for pick-up",
    "Out for delivery",
    "Picked up",
    "Cancelled",
    "Money refunded",
  ]);
  expect(orderStepText("completed", "delivery")).toBe("Delivered");
});
