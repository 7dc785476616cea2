import { expect, test } from "vitest";
import {
  type OrderStep,
  orderStepText,
  orderStepTexts,
  stepsAfter,
  stepsToCome,
  stepToComeText,
  withUnpaidSteps,
} from "./order-history.ts";
import { ORDER_STATUSES } from "./order-status.ts";

test("every step of an order has a text, and the last one states how it ended", () => {
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
  for (const ended of ["completed", "cancelled", "refunded"] as const) expect(stepsToCome(ended, "pickup")).toEqual([]);
  expect(stepsToCome("pending", "delivery").map((status) => stepToComeText(status, "delivery"))).toEqual(
    "Payment | Preparation | Out for delivery | Delivery".split(" | "),
  );
});

test("an undone step is shown as a repeated one, and the next step as usual", () => {
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

const step = (status: OrderStep["status"], at: string, by: string | null = null): OrderStep => ({ status, at, by });
const PACKED = [step("preparing", "10:00", "Paul"), step("ready", "10:20", "Pia")];

test("packing steps before the payment keep their time and staff member", () => {
  const steps = [
    step("pending", "09:00"),
    step("paid", "11:00", "Mina"),
    step("preparing", "11:00", "Mina"),
    step("ready", "11:00", "Mina"),
    step("completed", "11:05", "Mina"),
  ];
  expect(withUnpaidSteps(steps, PACKED).map(({ status, at, by }) => [status, at, by])).toEqual([
    ["pending", "09:00", null],
    ["preparing", "10:00", "Paul"],
    ["ready", "10:20", "Pia"],
    ["paid", "11:00", "Mina"],
    ["completed", "11:05", "Mina"],
  ]);
});

test("an order that is packed after the payment keeps its steps", () => {
  const steps = [step("pending", "09:00"), step("paid", "09:01"), step("preparing", "10:00", "Paul")];
  expect(withUnpaidSteps(steps, [])).toEqual(steps);
});

test.for([
  [["pending"], ["paid", "preparing", "ready", "completed"]],
  [
    ["pending", "preparing"],
    ["ready", "paid", "completed"],
  ],
  [
    ["pending", "preparing", "ready"],
    ["paid", "completed"],
  ],
  [
    ["pending", "preparing", "paid"],
    ["ready", "completed"],
  ],
  [["pending", "preparing", "ready", "paid"], ["completed"]],
  [["pending", "preparing", "ready", "paid", "completed"], []],
  [
    ["pending", "paid", "preparing"],
    ["ready", "completed"],
  ],
] as const)("after %j, the next steps are %j", ([done, toCome]) => {
  expect(
    stepsAfter(
      done.map((status) => ({ status })),
      "pickup",
    ),
  ).toEqual(toCome);
});
