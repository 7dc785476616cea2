import { expect, test } from "vitest";
import { addedSums, linePath, type OrderLine, productsCents, toOrder } from "./order.ts";

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
    preference: null,
    note: "",
    changes: [],
    unitPriceCents: 949,
    discountCents: 0,
    taxCents: 0,
    ...chosen,
  };
}

test("the product total is unit price times quantity of every line", () => {
  const lines = [aLine({ quantity: 3 }), aLine({ productId: 2, unitPriceCents: 1149, quantity: 2 })];
  expect(productsCents(lines)).toBe(5145);
  expect(productsCents([])).toBe(0);
});

test("delivery and any discount and sales tax are listed between products and total", () => {
  const order = {
    deliveryType: "pickup",
    deliveryCostCents: 0,
    isDeliveryIncluded: true,
    deliveryFee: null,
    discountCents: 0,
  } as const;
  expect(addedSums({ ...order, taxCents: 0 })).toEqual([{ name: "Pickup", price: "Free" }]);
  expect(addedSums({ ...order, deliveryType: "delivery", deliveryCostCents: 500, taxCents: 412 })).toEqual([
    { name: "Delivery", price: "$5.00" },
    { name: "Sales tax", price: "$4.12" },
  ]);
  expect(addedSums({ ...order, discountCents: 610, taxCents: 0 })).toEqual([
    { name: "Discount", price: "-$6.10" },
    { name: "Pickup", price: "Free" },
  ]);
});

test("an empty customer name becomes null", () => {
  const row = {
    id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
    order_number: 1001,
    total: 19.99,
    discount: 0,
    tax_amount: 0,
    status: "pending",
    created_at: "2026-11-21T12:00:00Z",
    paid_at: null,
    delivery_type: "pickup",
    delivery_address: "",
    delivery_cost: 0,
    delivery_phone_number: "",
    delivery_included: true,
    delivery_fees: null,
    window_starts_at: null,
    window_ends_at: null,
    customer_name: "",
    pay_in_store_orders: null,
  } as const;
  expect(toOrder({ ...row, profiles: { name: " " } }).customerName).toBeNull();
  expect(toOrder(row).customerName).toBeNull();
  expect(toOrder({ ...row, profiles: { name: "Ama Mensah" } }).customerName).toBe("Ama Mensah");
  expect(toOrder({ ...row, profiles: null, customer_name: "Kwame Asante" }).customerName).toBe("Kwame Asante");
});

test("a line links to its product only while it is for sale", () => {
  expect(linePath({ product_id: 7, products: { category: "grains", archived_at: null } })).toBe("/products/grains/7");
  expect(linePath({ product_id: 7, products: { category: "grains", archived_at: "2026-11-21T12:00:00Z" } })).toBeNull();
  expect(linePath({ product_id: 7, products: null })).toBeNull();
});
