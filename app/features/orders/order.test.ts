import { expect, test } from "vitest";
import { anOrderLine } from "#tests/order-samples.ts";
import { addedSums, expectedTotalCents, toOrder, wholeTotalCents } from "./order.ts";
import { lineCents, linePath, lineWeightFromRow, type OrderLine, productsCents, weighedText } from "./order-line.ts";

const PICKUP = { deliveryType: "pickup", deliveryCostCents: 0, isDeliveryIncluded: true, deliveryFee: null } as const;
const aLine = (chosen: Partial<OrderLine>) => anOrderLine({ unitPriceCents: 949, ...chosen });

test("the product total is unit price times quantity of every line", () => {
  const lines = [aLine({ quantity: 3 }), aLine({ productId: 2, unitPriceCents: 1149, quantity: 2 })];
  expect(productsCents(lines)).toBe(5145);
  expect(productsCents([])).toBe(0);
});

test("delivery and any discount and sales tax are listed between products and total", () => {
  const order = { ...PICKUP, discountCents: 0, totalCents: 0, paidCents: 0 };
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

test("lines, discount, tax, and other amounts of a weighed order add up to what was paid", () => {
  // About 3.5 lb at $8.99/lb, at most 3.85 lb, with $2.00 of choices; 10 % discount, 8 % tax.
  const row = { ...{ unit_price: 36.61, pounds_each: 3.5, price_per_pound: 8.99 }, choices: [{ price: 2 }] };
  const open = aLine({ unitPriceCents: 3661, discountCents: 366, taxCents: 264, ...lineWeightFromRow(row) });
  const order = { ...PICKUP, discountCents: 366, taxCents: 264, totalCents: 3559 + 949, paidCents: 3559 + 949 };
  expect(lineCents(open)).toBe(3661);
  expect(wholeTotalCents({ ...order, lines: [open, aLine({})] })).toBe(4508);
  expect(expectedTotalCents({ ...order, lines: [open] })).toBe(4508 - 305);
  const weighed = { ...row, packed_pounds: 2.84, packed_units: 1 };
  // $34.61 for the weight became $25.53; 90 % of the difference, and its tax, were not charged.
  const line = { ...open, ...lineWeightFromRow({ ...weighed, weight_refund: 8.17, weight_tax_refund: 0.65 }) };
  expect(line.weight && weighedText(line.weight, 1)).toBe("2.84 lb × $8.99 = $25.53");
  expect(lineCents(line)).toBe(2753);
  const lines = [line, aLine({})];
  const held = { ...order, lines, paidCents: order.paidCents - 882 };
  expect(addedSums(held)).toEqual([
    { name: "Discount", price: "-$2.75" },
    { name: "Pickup", price: "Free" },
    { name: "Sales tax", price: "$1.99" },
  ]);
  expect(wholeTotalCents(held)).toBe(2753 + 949 - 275 + 199);
  // Charged at once, the order costs the same.
  expect(wholeTotalCents({ ...order, lines })).toBe(3626);
  // The other line was left out.
  expect(addedSums({ ...held, paidCents: held.paidCents - 949 }).at(-1)).toEqual({
    name: "Not charged",
    price: "-$9.49",
  });
  expect(wholeTotalCents({ ...held, paidCents: held.paidCents - 949 })).toBe(2677);
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
    paid_amount: 0,
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
