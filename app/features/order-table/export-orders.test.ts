import { expect, test } from "vitest";
import { exportedCells } from "./export-orders.ts";
import type { ListedOrder } from "./listed-order.ts";

const ORDER: ListedOrder = {
  id: "1",
  number: 1042,
  placedAt: "2026-11-25T15:41:00.5+00:00",
  status: "completed",
  payment: "partly_refunded",
  deliveryType: "delivery",
  window: { startsAt: "2026-11-28T20:00:00Z", endsAt: "2026-11-28T22:00:00Z" },
  needsFee: false,
  name: "Ama Mensah",
  phone: "(832) 555-0134",
  email: "ama@test.example",
  itemCount: 3,
  totalCents: 128_950,
  refundedCents: 500,
};

test("an exported order has the times of the store and amounts that a spreadsheet adds up", () => {
  expect(exportedCells(ORDER, "America/Chicago")).toEqual([
    "1042",
    "2026-11-25 09:41",
    "Ama Mensah",
    "ama@test.example",
    "(832) 555-0134",
    "3",
    "Delivery",
    "2026-11-28 14:00",
    "2026-11-28 16:00",
    "Completed",
    "Partly refunded",
    "1289.50",
    "5.00",
  ]);
  expect(
    exportedCells({ ...ORDER, window: null, name: null, phone: null, email: null }, "America/Chicago").filter(
      (cell) => cell === "",
    ),
  ).toHaveLength(5);
});
