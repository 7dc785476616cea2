import { expect, test } from "vitest";
import { aRefund } from "#tests/order-samples.ts";
import {
  canStillChange,
  deliveryPriceText,
  holdSums,
  isHoldKnown,
  leftToRefundCents,
  leftToRefundParts,
  type Payment,
  type Refund,
  refundableCents,
  refundableQuantity,
  refundableTaxCents,
} from "./order-money.ts";

function aPayment(chosen: Partial<Payment> = {}): Payment {
  return {
    intentId: "pi_1",
    amountCents: 5000,
    purpose: "order",
    method: "card",
    refundedCents: 0,
    isHeld: false,
    capturedCents: null,
    cashReceivedCents: null,
    receivedAt: "2026-11-21T12:00:00Z",
    ...chosen,
  };
}

test("a pending refund cannot be refunded again; a failed one can", () => {
  const refunds = [
    aRefund({ status: "requested" }),
    aRefund({ amountCents: 500 }),
    aRefund({ amountCents: 2000, status: "failed" }),
  ];
  expect(refundableCents([aPayment()], refunds)).toBe(3500);
});

test("a duplicate payment does not count as refundable", () => {
  const payments = [aPayment(), aPayment({ intentId: "pi_2", purpose: "duplicate" })];
  expect(refundableCents(payments, [aRefund({ intentId: "pi_2", amountCents: 5000 })])).toBe(5000);
  expect(refundableCents([], [])).toBe(0);
});

test("the rest of a partly refunded line can still be refunded", () => {
  const refunds = [
    aRefund({ lines: [{ orderItemId: 7, quantity: 2, taxCents: 12 }] }),
    aRefund({ lines: [{ orderItemId: 7, quantity: 1, taxCents: 6 }], status: "failed" }),
    aRefund({ lines: [{ orderItemId: 8, quantity: 1, taxCents: 0 }], status: "pending" }),
  ];
  expect(refundableQuantity({ id: 7, quantity: 5 }, refunds)).toBe(3);
  expect(refundableQuantity({ id: 8, quantity: 1 }, refunds)).toBe(0);
  expect(refundableTaxCents({ id: 7, taxCents: 30 }, refunds)).toBe(18);
});

test("a refunded order, and one canceled before payment, can no longer change", () => {
  const ended = (status: "refunded" | "cancelled" | "completed", payments: Payment[], refunds: Refund[]) =>
    !canStillChange({ order: { status }, payments, refunds });
  expect(ended("refunded", [aPayment()], [aRefund({ amountCents: 5000 })])).toBe(true);
  expect(ended("cancelled", [], [])).toBe(true);
  expect(ended("cancelled", [aPayment()], [])).toBe(false);
  expect(ended("cancelled", [aPayment()], [aRefund({ amountCents: 5000, status: "pending" })])).toBe(false);
  expect(ended("completed", [aPayment()], [])).toBe(false);
});

test("without payments, the refundable amount is derived from the paid amount", () => {
  const refunds = [aRefund({ amountCents: 1000 }), aRefund({ id: "re_2", amountCents: 500, status: "failed" })];
  const order = { paidCents: 5000 };
  expect(leftToRefundCents({ order, payments: [], refunds })).toBe(4000);
  expect(leftToRefundCents({ order, payments: [aPayment()], refunds })).toBe(4000);
});

test("the refundable amount is split between the order and a separate delivery fee", () => {
  const order = { paidCents: 5750, totalCents: 5000, deliveryFee: { amountCents: 700, taxCents: 50, isPaid: true } };
  const payments = [aPayment(), aPayment({ intentId: "pi_2", purpose: "delivery_fee", amountCents: 750 })];
  const refunds = [aRefund({ intentId: "pi_2", amountCents: 250 })];
  const parts = { allCents: 5500, orderCents: 5000, feeCents: 500 };
  expect(leftToRefundParts({ order, payments, refunds })).toEqual(parts);
  // A packer does not see which payment a refund belongs to.
  expect(leftToRefundParts({ order, payments: [], refunds })).toMatchObject({ allCents: 5500, orderCents: 5000 });
});

test("a packer cannot see whether a payment for products sold by weight is only held", () => {
  const byPiece = { paidCents: 5000, lines: [{}] };
  const byWeight = { paidCents: 5000, lines: [{ weight: { poundsEach: 5 } }, {}] };
  expect(isHoldKnown(byPiece, [])).toBe(true);
  expect(isHoldKnown(byWeight, [])).toBe(false);
  expect(isHoldKnown(byWeight, [aPayment({ isHeld: true })])).toBe(true);
  expect(isHoldKnown({ ...byWeight, paidCents: 0 }, [])).toBe(true);
});

test("a hold counts as held until it ends, and its releases as never charged", () => {
  expect(holdSums([aPayment({ isHeld: true })], [])).toEqual({ heldCents: 5000, releasedCents: 0 });
  const captured = aPayment({ capturedCents: 4000, refundedCents: 1000 });
  const refunds = [
    aRefund({ isRelease: true }),
    aRefund({ id: "re_2", amountCents: 300 }),
    aRefund({ id: "re_3", amountCents: 200, isRelease: true, status: "requested" }),
    aRefund({ id: "re_4", intentId: "pi_2", amountCents: 5000, isRelease: true }),
  ];
  const surplus = aPayment({ intentId: "pi_2", purpose: "duplicate" });
  expect(holdSums([captured, surplus], refunds)).toEqual({ heldCents: 0, releasedCents: 1000 });
  expect(holdSums([aPayment()], [aRefund()])).toEqual({ heldCents: 0, releasedCents: 0 });
});

test("the delivery price is free, an amount, or not included", () => {
  expect(deliveryPriceText({ deliveryCostCents: 0, isDeliveryIncluded: true })).toBe("Free");
  expect(deliveryPriceText({ deliveryCostCents: 499, isDeliveryIncluded: true })).toBe("$4.99");
  expect(deliveryPriceText({ deliveryCostCents: 0, isDeliveryIncluded: false })).toBe("Not included");
});
