import { expect, test } from "vitest";
import type { ListedOrder } from "./listed-order.ts";
import { moveReport } from "./move-report.ts";

const order = (number: number, status: ListedOrder["status"]): ListedOrder => ({
  id: `id-${number}`,
  number,
  status,
  placedAt: "2026-11-25T15:41:00Z",
  payment: "paid",
  deliveryType: "pickup",
  window: null,
  needsFee: false,
  name: null,
  phone: null,
  email: null,
  itemCount: 1,
  totalCents: 100,
  refundedCents: 0,
});
const [paid, preparing, completed] = [order(1, "paid"), order(2, "preparing"), order(3, "completed")];

test("the report counts what moved and names each order that did not, with the reason", () => {
  expect(moveReport([paid], { movedIds: ["id-1"], rejected: [] })).toEqual({
    text: "Order 1 is being packed.",
    rejected: [],
  });
  const message = 'This order is now "Canceled". Nothing was changed.';
  expect(
    moveReport([paid, preparing, completed], { movedIds: ["id-1"], rejected: [{ orderId: "id-2", message }] }),
  ).toEqual({
    text: "Order 1 is being packed. 2 orders did not move.",
    rejected: [`Order 2: ${message}`, "Order 3: no next step from “Completed”."],
  });
  expect(moveReport([paid, preparing], { movedIds: ["id-1", "id-2"], rejected: [] }).text).toBe("2 orders moved.");
  expect(moveReport([completed], { movedIds: [], rejected: [] }).text).toBe("No order moved.");
});
