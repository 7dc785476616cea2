import { expect, test } from "vitest";
import { type OrderLine, orderTotals, toOrder } from "./order.ts";

function aLine(chosen: Partial<OrderLine>): OrderLine {
  return {
    id: 1,
    productId: 1,
    name: "Ijebu Garri",
    imageUrl: "",
    quantity: 1,
    refundedQuantity: 0,
    unitPriceCents: 949,
    ...chosen,
  };
}

test("the total is unit price times quantity of every line, plus the delivery cost", () => {
  const lines = [aLine({ quantity: 3 }), aLine({ productId: 2, unitPriceCents: 1149, quantity: 2 })];
  expect(orderTotals(lines, 500)).toEqual({
    linesCents: 5145,
    deliveryCostCents: 500,
    totalCents: 5645,
    itemCount: 5,
  });
});

test("an order without lines costs nothing", () => {
  expect(orderTotals([], 0).totalCents).toBe(0);
});

test("a customer whose name is empty has none", () => {
  const row = {
    id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    total: 19.99,
    status: "pending",
    created_at: "2026-11-21T12:00:00Z",
    delivery_type: "pickup",
    delivery_address: "",
    delivery_cost: 0,
    delivery_phone_number: "",
  } as const;
  expect(toOrder({ ...row, profiles: { name: " " } }).customerName).toBeNull();
  expect(toOrder(row).customerName).toBeNull();
  expect(toOrder({ ...row, profiles: { name: "Ama Mensah" } }).customerName).toBe("Ama Mensah");
});
