import { expect, test } from "vitest";
import { deliveryPriceText, linePath, type OrderLine, orderTotals, toOrder } from "./order.ts";

function aLine(chosen: Partial<OrderLine>): OrderLine {
  return {
    id: 1,
    productId: 1,
    path: null,
    name: "Ijebu Garri",
    size: null,
    imageUrl: "",
    quantity: 1,
    refundedQuantity: 0,
    wish: null,
    note: "",
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
    paid_at: null,
    delivery_type: "pickup",
    delivery_address: "",
    delivery_cost: 0,
    delivery_phone_number: "",
    delivery_included: true,
  } as const;
  expect(toOrder({ ...row, profiles: { name: " " } }).customerName).toBeNull();
  expect(toOrder(row).customerName).toBeNull();
  expect(toOrder({ ...row, profiles: { name: "Ama Mensah" } }).customerName).toBe("Ama Mensah");
});

test("a delivery is free, costs what it costs, or is not included, as the checkout said", () => {
  expect(deliveryPriceText({ deliveryCostCents: 0, isDeliveryIncluded: true })).toBe("Free");
  expect(deliveryPriceText({ deliveryCostCents: 499, isDeliveryIncluded: true })).toBe("$4.99");
  expect(deliveryPriceText({ deliveryCostCents: 0, isDeliveryIncluded: false })).toBe("Not included");
});

test("a line leads to its product as long as that is for sale", () => {
  expect(linePath({ product_id: 7, products: { category: "grains", archived_at: null } })).toBe(
    "/products/grains/7",
  );
  expect(
    linePath({ product_id: 7, products: { category: "grains", archived_at: "2026-11-21T12:00:00Z" } }),
  ).toBeNull();
  expect(linePath({ product_id: 7, products: null })).toBeNull();
});
